import type { Dashboard } from '../../ui/dashboard.ts';
import { keep } from '../../store/kept-choices.ts';
import type { Grouping } from '../../store/view-slice.ts';

/** Groups the rows, now and the next time. */
export const groupRows = ({ store }: Pick<Dashboard, 'store'>, grouping: Grouping): void => {
  keep('grouping', grouping);
  store.dispatch({ type: 'view/group', grouping });
};
