import { keptChoices } from '../../store/kept-choices.ts';
import type { Grouping } from '../../store/view-slice.ts';
import type { Dashboard } from '../../ui/dashboard.ts';

/** Groups the rows, now and the next time. */
export const groupRows = ({ store }: Pick<Dashboard, 'store'>, grouping: Grouping): void => {
  keptChoices.grouping.set(grouping);
  store.dispatch({ type: 'view/group', grouping });
};
