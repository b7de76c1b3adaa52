import { keptChoice } from '../../../shell/kept-choice.ts';
import type { FindingGroup } from '../../store/panel-slice.ts';

const inThisTab = keptChoice(() => sessionStorage, 'galley.findings.group');

/** Remembers how this tab groups findings. */
export const keepGroup = (group: FindingGroup): void => inThisTab.set(group);

/** How this tab grouped findings before it was loaded again. */
export const keptGroup = (): FindingGroup | undefined => {
  const group = inThisTab.get();
  return group === 'place' || group === 'source' || group === 'kind' ? group : undefined;
};
