import { storedChoice } from '../../shell/stored-choice.ts';

const inThisBrowser = (name: string) =>
  storedChoice(() => localStorage, `galley.dashboard.${name}`);

/** Choices stored in this browser. */
export const storedChoices = {
  theme: inThisBrowser('theme'),
  notifications: inThisBrowser('notifications'),
  grouping: inThisBrowser('grouping'),
} as const;
