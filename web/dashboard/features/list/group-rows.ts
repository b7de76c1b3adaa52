import { storedChoices } from '../../store/stored-choices.ts';
import type { Grouping } from '../../store/view-slice.ts';
import type { Dashboard } from '../../ui/dashboard.ts';

/** Groups the rows and stores the choice. */
export const groupRows = ({ store }: Pick<Dashboard, 'store'>, grouping: Grouping): void => {
  storedChoices.grouping.set(grouping);
  store.dispatch({ type: 'view/group', grouping });
};
