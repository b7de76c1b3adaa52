import type { Comment, CommentKind } from '../../../shared/annotations/comment.ts';
import { texts } from '../../texts/texts.ts';
import { randomId } from '../ids.ts';
import type { Page } from '../page.ts';
import { hasWords, type EditorTarget, type Passage } from '../store/editors-slice.ts';
import type { Action, State } from '../store/state.ts';
import { commentOf, deletionOf, editorOf, kindChange, newEditor } from './new-comment.ts';

/**
 * Opens an editor on something; where one is open on the same, that one is brought back. One of the kind `suggestion`
 * starts from what stands there.
 */
export const startComment = (
  { store }: Page,
  target: EditorTarget,
  kind: CommentKind = 'comment',
): void => {
  const same = store
    .getState()
    .editors.find((editor) => JSON.stringify(editor.target) === JSON.stringify(target));
  const editor = same ?? newEditor(target, randomId());
  const { key } = editor;
  store.dispatch(
    { type: 'editors/opened', editor },
    ...(kind === 'comment'
      ? []
      : [{ type: 'editors/changed', key, change: kindChange(editor, kind) } as const]),
    { type: 'selection/passage', passage: undefined },
    { type: 'selection/editor', key },
    ...(target.kind === 'whole' ? [{ type: 'panel/tab', tab: 'comments' } as const] : []),
  );
};

/** Opens an editor with a comment's text. */
export const editComment = ({ store }: Page, comment: Comment): void => {
  const editor = editorOf(comment);
  store.dispatch({ type: 'editors/opened', editor }, { type: 'selection/editor', key: editor.key });
};

/** Marks a passage as one that is to go. */
export const markDeletion = ({ store }: Page, passage: Passage): void => {
  const comment = deletionOf(passage, randomId());
  getSelection()?.removeAllRanges();
  store.dispatch(
    { type: 'comments/added', comment },
    { type: 'selection/passage', passage: undefined },
    { type: 'selection/active', id: comment.id },
  );
};

/** What makes comments of these editors, and closes them. */
export const commitEditors = (state: State, keys: ReadonlySet<string>): Action[] => {
  const mode = state.session.info?.mode ?? 'plan';
  const actions: Action[] = [];
  for (const editor of state.editors) {
    if (!keys.has(editor.key)) continue;
    const comment = commentOf(editor, { mode, id: randomId(), comments: state.comments });
    if (comment !== undefined) {
      const type = editor.target.kind === 'comment' ? 'comments/changed' : 'comments/added';
      actions.push({ type, comment });
    }
    actions.push({ type: 'editors/closed', key: editor.key });
  }
  return actions;
};

/** Makes a comment of what stands in an editor. */
export const saveEditor = ({ store }: Page, key: string): void => {
  store.dispatch(...commitEditors(store.getState(), new Set([key])), {
    type: 'selection/editor',
    key: undefined,
  });
};

/** Closes an editor; its words are gone. */
export const cancelEditor = ({ store }: Page, key: string): void => {
  store.dispatch({ type: 'editors/closed', key }, { type: 'selection/editor', key: undefined });
};

/** Removes a comment, which can be taken back for a while. */
export const removeComment = ({ store }: Page, comment: Comment): void => {
  const index = store.getState().comments.findIndex(({ id }) => id === comment.id);
  if (index < 0) return;
  const undo = { kind: 'comment', comment, index } as const;
  store.dispatch(
    { type: 'comments/removed', id: comment.id },
    { type: 'editors/closed', key: editorOf(comment).key },
    { type: 'notices/shown', notice: { id: randomId(), text: texts().comments.removed, undo } },
  );
};

/** How many comments a decision made now would carry: those that are there, and those still being written. */
export const countComments = ({ comments, editors }: State): number =>
  comments.length +
  editors.filter((editor) => editor.target.kind !== 'comment' && hasWords(editor)).length;
