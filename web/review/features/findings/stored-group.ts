import { storedChoice } from '../../../shell/stored-choice.ts';
import type { FindingGroup } from '../../store/panel-slice.ts';

const inThisTab = storedChoice(() => sessionStorage, 'galley.findings.group');

/** Remembers how this tab groups findings. */
export const storeGroup = (group: FindingGroup): void => inThisTab.set(group);

/** How this tab grouped findings before it was loaded again. */
export const storedGroup = (): FindingGroup | undefined => {
  const group = inThisTab.get();
  return group === 'place' || group === 'source' || group === 'kind' ? group : undefined;
};
