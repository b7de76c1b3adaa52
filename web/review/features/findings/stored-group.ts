import { storedChoice } from '../../../shell/stored-choice.ts';
import type { FindingGroup } from '../../store/panel-slice.ts';

const inThisTab = storedChoice(() => sessionStorage, 'galley.findings.group');

/** Stores the grouping for this tab. */
export const storeGroup = (group: FindingGroup): void => inThisTab.set(group);

/** The grouping stored in this tab. */
export const storedGroup = (): FindingGroup | undefined => {
  const group = inThisTab.get();
  return group === 'place' || group === 'source' || group === 'kind' ? group : undefined;
};
