import type { Command } from '../commands/command.ts';
import type { Page } from '../page.ts';
import { verdictDialog, type VerdictDialog } from '../store/panel-slice.ts';
import type { State } from '../store/state.ts';
import { canDecide, chooseClose, confirmDialog } from './decide.ts';
import { decisionOffers } from './decision-offers.ts';

const isDeciding = ({ panel }: State): boolean => verdictDialog(panel) !== undefined;

const ask =
  (dialog: VerdictDialog) =>
  ({ store }: Page): void =>
    store.dispatch({ type: 'panel/dialog', dialog });

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
    // The same keys save a comment: who misses the editor must not have decided by that. A second press does.
    run: ({ store }) => {
      const dialog = decisionOffers(store.getState())?.primary.verdict;
      store.dispatch({ type: 'panel/dialog', dialog });
    },
  },
  {
    id: 'decide.approve',
    group: 'Decide',
    keys: ['Mod+Shift+Enter'],
    canRun: canDecide,
    run: ask('approve'),
  },
  {
    id: 'decide.feedback',
    group: 'Decide',
    keys: [],
    canRun: (state) => canDecide(state) && state.session.info?.can.deny !== true,
    run: ask('feedback'),
  },
  {
    id: 'decide.deny',
    group: 'Decide',
    keys: [],
    canRun: (state) => canDecide(state) && state.session.info?.can.deny === true,
    run: ask('deny'),
  },
  {
    id: 'decide.close',
    group: 'Decide',
    keys: [],
    canRun: canDecide,
    run: chooseClose,
  },
];
