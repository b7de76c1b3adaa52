import { saveEditor, startComment, markDeletion } from '../comments/comment-actions.ts';
import { canDecide, chooseClose, confirmDialog } from '../decision/decide.ts';
import type { State } from '../store/state.ts';
import type { Command } from './command.ts';
import { decisionOffers } from '../decision/decision-offers.ts';
import { closeLayer, hasLayer } from './layers.ts';
import { stepFinding, takeBack, toggleTheme, changeSetting, commentHere } from './steps.ts';

const isOpen = ({ session }: State): boolean => session.end === undefined;
const isReview = (state: State): boolean => isOpen(state) && state.content.diff !== undefined;
const hasContent = (state: State): boolean =>
  isOpen(state) && (state.content.diff !== undefined || state.content.document !== undefined);
const isDeciding = ({ panel }: State): boolean =>
  panel.dialog !== undefined && panel.dialog !== 'help';

const decideCommands: readonly Command[] = [
  {
    id: 'decide.confirm',
    title: 'In a dialog: send',
    group: 'Decide',
    keys: ['Mod+Enter'],
    isModal: true,
    canRun: (state) => isDeciding(state) && canDecide(state),
    run: confirmDialog,
  },
  {
    id: 'comment.save',
    title: 'In an editor: save the comment',
    group: 'Comment',
    keys: ['Mod+Enter'],
    canRun: ({ selection, editors }) => editors.some(({ key }) => key === selection.focusedEditor),
    run: (page) => saveEditor(page, page.store.getState().selection.focusedEditor ?? ''),
  },
  {
    id: 'decide.primary',
    title: 'Decide: the button that stands out',
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
    title: 'Approve',
    group: 'Decide',
    keys: ['Mod+Shift+Enter'],
    canRun: canDecide,
    run: ({ store }) => store.dispatch({ type: 'panel/dialog', dialog: 'approve' }),
  },
  {
    id: 'decide.close',
    title: 'Close without feedback',
    group: 'Decide',
    keys: [],
    canRun: canDecide,
    run: chooseClose,
  },
];

const commentCommands: readonly Command[] = [
  {
    id: 'comment.here',
    title: 'Comment on the selected text or lines, or on the current block or file',
    group: 'Comment',
    keys: ['c'],
    canRun: ({ session, selection, content }) =>
      session.end === undefined &&
      (selection.passage !== undefined ||
        selection.currentBlockId !== undefined ||
        content.diff !== undefined),
    run: commentHere,
  },
  {
    id: 'comment.delete',
    title: 'Mark the selected text for deletion',
    group: 'Comment',
    keys: ['d'],
    canRun: (state) => isOpen(state) && state.selection.passage !== undefined,
    run: (page) => {
      const { passage } = page.store.getState().selection;
      if (passage !== undefined) markDeletion(page, passage);
    },
  },
  {
    id: 'comment.whole',
    title: 'Comment on the whole',
    group: 'Comment',
    keys: ['g'],
    canRun: (state) => isOpen(state) && state.session.info !== undefined,
    run: (page) => startComment(page, { kind: 'whole' }),
  },
  {
    id: 'comment.undo',
    title: 'Take back a deletion',
    group: 'Comment',
    keys: ['u'],
    canRun: ({ notices }) => notices?.undo !== undefined,
    run: takeBack,
  },
];

const moveCommands: readonly Command[] = [
  {
    id: 'move.next',
    title: 'Next block or change',
    group: 'Move',
    keys: ['j'],
    canRun: hasContent,
    run: ({ viewer }) => viewer.current()?.step(1),
  },
  {
    id: 'move.previous',
    title: 'Previous block or change',
    group: 'Move',
    keys: ['k'],
    canRun: hasContent,
    run: ({ viewer }) => viewer.current()?.step(-1),
  },
  {
    id: 'move.next-section',
    title: 'Next heading or file',
    group: 'Move',
    keys: [']'],
    canRun: hasContent,
    run: ({ viewer }) => viewer.current()?.leap(1),
  },
  {
    id: 'move.previous-section',
    title: 'Previous heading or file',
    group: 'Move',
    keys: ['['],
    canRun: hasContent,
    run: ({ viewer }) => viewer.current()?.leap(-1),
  },
  {
    id: 'move.next-finding',
    title: 'Next finding',
    group: 'Move',
    keys: ['n'],
    canRun: ({ annotations }) => annotations.byId.size > 0,
    run: (page) => stepFinding(page, 1),
  },
  {
    id: 'move.previous-finding',
    title: 'Previous finding',
    group: 'Move',
    keys: ['p'],
    canRun: ({ annotations }) => annotations.byId.size > 0,
    run: (page) => stepFinding(page, -1),
  },
];

const viewCommands: readonly Command[] = [
  {
    id: 'view.outline',
    title: 'Show or hide the outline or the files',
    group: 'View',
    keys: ['o'],
    canRun: hasContent,
    run: ({ store }) =>
      store.dispatch({ type: 'panel/outline', isOpen: !store.getState().panel.isOutlineOpen }),
  },
  {
    id: 'view.panel',
    title: 'Show or hide comments and findings',
    group: 'View',
    keys: ['i'],
    canRun: isOpen,
    run: ({ store }) =>
      store.dispatch({ type: 'panel/opened', isOpen: !store.getState().panel.isOpen }),
  },
  {
    id: 'view.split',
    title: 'Both sides beside each other, or one below the other',
    group: 'View',
    keys: ['s'],
    canRun: isReview,
    run: (page) => {
      const { diffView } = page.store.getState().settings;
      changeSetting(page, { diffView: diffView === 'split' ? 'unified' : 'split' });
    },
  },
  {
    id: 'view.wrap',
    title: 'Wrap long lines',
    group: 'View',
    keys: ['w'],
    canRun: isReview,
    run: (page) => changeSetting(page, { wrapLines: !page.store.getState().settings.wrapLines }),
  },
  {
    id: 'view.theme',
    title: 'Light or dark',
    group: 'View',
    keys: ['t'],
    canRun: () => true,
    run: toggleTheme,
  },
  {
    id: 'view.help',
    title: 'Show all keys',
    group: 'View',
    keys: ['?'],
    isModal: true,
    canRun: ({ panel }) => panel.dialog === undefined || panel.dialog === 'help',
    run: ({ store }) =>
      store.dispatch({
        type: 'panel/dialog',
        dialog: store.getState().panel.dialog === 'help' ? undefined : 'help',
      }),
  },
  {
    id: 'view.close-layer',
    title: 'Close what is on top',
    group: 'View',
    keys: ['Escape'],
    isModal: true,
    canRun: hasLayer,
    run: closeLayer,
  },
];

/** All commands. Of two with the same key the earlier one goes first, where it can run. */
export const commands: readonly Command[] = [
  ...decideCommands,
  ...commentCommands,
  ...moveCommands,
  ...viewCommands,
];

/** The command of this name. */
export const commandById = (id: string): Command | undefined =>
  commands.find((command) => command.id === id);
