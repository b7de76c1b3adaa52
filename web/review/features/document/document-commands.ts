import { texts } from '../../../shell/texts/texts.ts';
import { startComment, addLabel } from '../../store/comments/comment-actions.ts';
import { passageHere } from '../../ui/passage-here.ts';
import { placeHere } from '../../ui/place-here.ts';
import type { State } from '../../store/state.ts';
import { isOnText, isOpen } from '../../ui/conditions.ts';
import { hasFrame } from './frame/frame-shown.ts';
import type { Page, Command, SelectionUnit } from '../../ui/page.ts';

const hasPassage = (state: State): boolean =>
  isOpen(state) && state.selection.passage !== undefined;

const suggest = (page: Page): void => {
  const passage = passageHere(page);
  if (passage !== undefined) startComment(page, { kind: 'passage', passage }, 'replace');
};

/** Without a cursor, commands start at the first visible block. */
const hasDocument = (state: State): boolean => isOpen(state) && isShown(state);

const isShown = ({ content }: State): boolean =>
  content.document !== undefined && content.notShown === undefined;

const select =
  (unit: SelectionUnit, direction: 1 | -1) =>
  ({ viewer }: Page): void =>
    viewer.current()?.extendSelection?.(unit, direction);

const label = (number: 1 | 2 | 3 | 4 | 5): Command => ({
  id: `comment.label-${number}`,
  group: 'Comment',
  needs: 'comments',
  keys: [String(number)],
  isPossible: (state) => isOnText(state) && state.settings.quickLabels.length >= number,
  canRun: (state) => hasPassage(state) && state.settings.quickLabels.length >= number,
  run: (page) => {
    const { settings, selection } = page.store.getState();
    const chosen = texts().document.quickLabels(settings.quickLabels)[number - 1];
    if (chosen !== undefined && selection.passage !== undefined)
      addLabel(page, selection.passage, chosen);
  },
});

const selection = (
  unit: SelectionUnit,
  modifiers: readonly string[],
  arrows: readonly [next: string, previous: string],
): Command[] =>
  ([1, -1] as const).map((direction) => ({
    id: `select.${direction > 0 ? 'next' : 'previous'}-${unit}`,
    group: 'Move',
    keys: modifiers.map((modifier) => `${modifier}+${arrows[direction > 0 ? 0 : 1]}`),
    canRun: hasDocument,
    run: select(unit, direction),
  }));

/** The same keys as in text fields. */
const selections: readonly Command[] = [
  ...selection('line', ['Shift'], ['ArrowDown', 'ArrowUp']),
  ...selection('block', ['Mod+Shift', 'Alt+Shift'], ['ArrowDown', 'ArrowUp']),
  ...selection('character', ['Shift'], ['ArrowRight', 'ArrowLeft']),
  ...selection('word', ['Mod+Shift', 'Alt+Shift'], ['ArrowRight', 'ArrowLeft']),
  {
    id: 'select.next-cell',
    group: 'Move',
    keys: ['.'],
    canRun: hasDocument,
    run: select('cell', 1),
  },
  {
    id: 'select.previous-cell',
    group: 'Move',
    keys: [','],
    canRun: hasDocument,
    run: select('cell', -1),
  },
];

/** Toggles the source dialog, at the current block. */
const toggleSource = ({ store }: Page): void => {
  const state = store.getState();
  store.dispatch(
    state.panel.dialog === 'source'
      ? { type: 'panel/dialog', dialog: undefined }
      : { type: 'panel/source', place: placeHere(state) },
  );
};

const onText: readonly Command[] = [
  {
    id: 'comment.suggest',
    group: 'Comment',
    needs: 'suggestions',
    keys: ['s'],
    canRun: hasDocument,
    run: suggest,
  },
  ...([1, 2, 3, 4, 5] as const).map(label),
  ...selections,
  {
    id: 'file.follow',
    group: 'View',
    needs: 'links',
    keys: ['f'],
    canRun: hasDocument,
    run: (page) => void import('./links/open-here.ts').then(({ openHere }) => openHere(page)),
  },
  {
    id: 'document.edit',
    group: 'Comment',
    needs: 'editing',
    keys: ['i'],
    canRun: hasDocument,
    run: ({ store }) => store.dispatch({ type: 'panel/dialog', dialog: 'edit' }),
  },
  {
    id: 'document.note',
    group: 'View',
    needs: 'notes',
    keys: [],
    canRun: hasDocument,
    run: ({ store }) => store.dispatch({ type: 'panel/dialog', dialog: 'note' }),
  },
  {
    id: 'document.share',
    group: 'View',
    needs: 'sharing',
    keys: [],
    canRun: hasDocument,
    run: ({ store }) => store.dispatch({ type: 'panel/dialog', dialog: 'share' }),
  },
  {
    id: 'view.frame',
    group: 'View',
    keys: ['Shift+P'],
    isPossible: hasFrame,
    canRun: (state) => hasDocument(state) && hasFrame(state),
    run: ({ store }) => store.dispatch({ type: 'panel/frame' }),
  },
  {
    id: 'view.source',
    group: 'View',
    needs: 'document',
    keys: ['Shift+S'],
    isModal: true,
    canRun: (state) =>
      state.session.held === undefined &&
      isShown(state) &&
      (state.panel.dialog === undefined || state.panel.dialog === 'source'),
    run: toggleSource,
  },
  {
    id: 'view.versions',
    group: 'View',
    needs: 'versions',
    keys: ['Shift+H'],
    canRun: (state) => hasDocument(state) && state.content.document?.kept !== undefined,
    run: ({ store }) => store.dispatch({ type: 'panel/dialog', dialog: 'versions' }),
  },
];

/** Commands for plans and documents. */
export const documentCommands: readonly Command[] = onText.map((command) => ({
  isPossible: isOnText,
  ...command,
}));
