import type { Command } from '../commands/command.ts';
import type { State } from '../store/state.ts';
import { canDecide, chooseClose, confirmDialog } from './decide.ts';
import { decisionOffers } from './decision-offers.ts';

const isDeciding = ({ panel }: State): boolean =>
  panel.dialog !== undefined && panel.dialog !== 'help';

/** What sends the decision. */
export const decisionCommands: readonly Command[] = [
  {
    id: 'decide.confirm',
    group: 'Decide',
    keys: ['Mod+Enter'],
    isModal: true,
    canRun: (state) => isDeciding(state) && canDecide(state),
    run: confirmDialog,
  },
  {
    id: 'decide.primary',
    group: 'Decide',
    keys: ['Mod+Enter'],
    canRun: canDecide,
    run: (page) => {
      const dialog = decisionOffers(page.store.getState())?.primary.verdict;
      page.store.dispatch({ type: 'panel/dialog', dialog });
    },
  },
  {
    id: 'decide.approve',
    group: 'Decide',
    keys: ['Mod+Shift+Enter'],
    canRun: canDecide,
    run: ({ store }) => store.dispatch({ type: 'panel/dialog', dialog: 'approve' }),
  },
  {
    id: 'decide.close',
    group: 'Decide',
    keys: [],
    canRun: canDecide,
    run: chooseClose,
  },
];
