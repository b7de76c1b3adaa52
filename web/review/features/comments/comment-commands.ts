import type { Comment } from '../../../../shared/annotations/comment.ts';
import type { Command, Page } from '../../ui/page.ts';
import { hasContent, isOnText, isOpen } from '../../ui/conditions.ts';
import { passageHere } from '../../ui/passage-here.ts';
import {
  editComment,
  markDeletion,
  redo,
  removeComment,
  saveEditor,
  startComment,
  undo,
} from '../../store/comments/comment-actions.ts';
import type { State } from '../../store/state.ts';

const activeComment = ({ comments, selection }: State): Comment | undefined =>
  comments.find(({ id }) => id === selection.activeId);

/** Comments on the selected text or lines, or on the current block or file. */
const commentHere = (page: Page): void => {
  const viewer = page.viewer.current();
  if (viewer?.comment !== undefined) return viewer.comment();
  const passage = passageHere(page);
  if (passage !== undefined) startComment(page, { kind: 'passage', passage });
};

/** A command on the selected comment. */
const onActive = (act: (page: Page, comment: Comment) => void) => ({
  canRun: (state: State) => isOpen(state) && activeComment(state) !== undefined,
  run: (page: Page) => {
    const comment = activeComment(page.store.getState());
    if (comment !== undefined) act(page, comment);
  },
});

const common = { group: 'Comment', needs: 'comments' } as const;

export const commentCommands: readonly Command[] = [
  {
    ...common,
    id: 'comment.save',
    keys: ['Mod+Enter'],
    canRun: ({ selection, editors }) => editors.some(({ key }) => key === selection.focusedEditor),
    run: (page) => saveEditor(page, page.store.getState().selection.focusedEditor ?? ''),
  },
  {
    ...common,
    id: 'comment.here',
    keys: ['c'],
    canRun: hasContent,
    run: commentHere,
  },
  {
    ...common,
    id: 'comment.delete',
    keys: ['d'],
    isPossible: isOnText,
    canRun: (state) => isOpen(state) && state.selection.passage !== undefined,
    run: (page) => {
      const { passage } = page.store.getState().selection;
      if (passage !== undefined) markDeletion(page, passage);
    },
  },
  {
    ...common,
    id: 'comment.whole',
    keys: ['g'],
    canRun: (state) => isOpen(state) && state.session.info !== undefined,
    run: (page) => startComment(page, { kind: 'whole' }),
  },
  { ...common, id: 'comment.edit', keys: ['e'], ...onActive(editComment) },
  { ...common, id: 'comment.remove', keys: [], ...onActive(removeComment) },
  {
    ...common,
    id: 'comment.undo',
    keys: ['Mod+Z', 'u'],
    canRun: (state) => isOpen(state) && state.history.past.length > 0,
    run: undo,
  },
  {
    ...common,
    id: 'comment.redo',
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    canRun: (state) => isOpen(state) && state.history.future.length > 0,
    run: redo,
  },
];
