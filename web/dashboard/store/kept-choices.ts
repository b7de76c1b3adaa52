import { keptChoice } from '../../shell/kept-choice.ts';

const inThisBrowser = (name: string) => keptChoice(() => localStorage, `galley.dashboard.${name}`);

/** What was chosen in this browser. */
export const keptChoices = {
  theme: inThisBrowser('theme'),
  notifications: inThisBrowser('notifications'),
  grouping: inThisBrowser('grouping'),
} as const;
