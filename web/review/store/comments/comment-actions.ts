import type { CommentKind } from '../../../../shared/annotations/comment-kinds.ts';
import type { Comment } from '../../../../shared/annotations/comment.ts';
import type { QuickLabel } from '../../../../shared/quick-labels.ts';
import { randomId } from '../../../shell/random-id.ts';
import { texts } from '../../../shell/texts/texts.ts';
import type { EditorTarget, Passage } from '../../../../shared/session/editor.ts';
import { hasWords, type Editor } from '../editors-slice.ts';
import type { Action, State, WithStore } from '../state.ts';
import { putStep, record, redoActions, removeStep, undoActions } from './changes-made.ts';
import { commentOf, deletionOf, editorOf, kindChange, newEditor } from './new-comment.ts';
import { noticeOf } from '../notices-slice.ts';

/**
 * Opens an editor, or focuses the one that is open on the same target. With kind `replace` it starts with the original
 * text.
 */
export const startComment = (
  { store }: WithStore,
  target: EditorTarget,
  kind: CommentKind = 'must',
): void => {
  const fresh = newEditor(target, randomId());
  const same = store
    .getState()
    .editors.find((editor) => JSON.stringify(editor.target) === JSON.stringify(fresh.target));
  const editor = same ?? fresh;
  const { key } = editor;
  store.dispatch(
    { type: 'editors/opened', editor },
    ...(kind === 'must'
      ? []
      : [{ type: 'editors/changed', key, change: kindChange(editor, kind) } as const]),
    { type: 'selection/passage', passage: undefined },
    { type: 'selection/editor', key },
    ...(target.kind === 'whole' ? [{ type: 'panel/shown', tab: 'comments' } as const] : []),
  );
};

export const editComment = ({ store }: WithStore, comment: Comment): void => {
  const editor = editorOf(comment);
  store.dispatch({ type: 'editors/opened', editor }, { type: 'selection/editor', key: editor.key });
};

/** Adds a comment on the selected passage, without an editor. */
const addComment = ({ store }: WithStore, comment: Comment): void => {
  getSelection()?.removeAllRanges();
  store.dispatch(
    ...record([putStep(store.getState(), comment)]),
    { type: 'selection/passage', passage: undefined },
    { type: 'selection/active', id: comment.id },
  );
};

/** Adds a comment that a passage should be deleted. */
export const markDeletion = (page: WithStore, passage: Passage): void =>
  addComment(page, deletionOf(passage, randomId()));

/** Actions that turn editors into comments, as one change, and close them. */
export const commitEditors = (
  state: Pick<State, 'comments' | 'content' | 'editors' | 'session'>,
  keys: ReadonlySet<string>,
): Action[] => {
  const mode = state.session.info?.mode ?? 'plan';
  const committed = state.editors.filter(({ key }) => keys.has(key));
  const made = committed.flatMap((editor) => {
    const comment = commentOf(editor, { mode, id: randomId(), comments: state.comments });
    return comment === undefined || state.comments.includes(comment) ? [] : [comment];
  });
  return [
    ...record(made.map((comment) => putStep(state, comment))),
    ...committed.map(({ key }) => ({ type: 'editors/closed', key }) as const),
  ];
};

export const saveEditor = ({ store }: WithStore, key: string): void => {
  store.dispatch(...commitEditors(store.getState(), new Set([key])), {
    type: 'selection/editor',
    key: undefined,
  });
};

/** Closes an editor; undo restores its text. */
export const cancelEditor = ({ store }: WithStore, key: string): void => {
  const state = store.getState();
  const editor = state.editors.find((item) => item.key === key);
  if (editor === undefined) return;
  const left = { type: 'selection/editor', key: undefined } as const;
  if (!isChanged(editor, state.comments))
    return store.dispatch({ type: 'editors/closed', key }, left);
  const changeId = randomId();
  store.dispatch(
    ...record([{ kind: 'editor', editor, isOpen: false }], changeId),
    left,
    noticeOf(texts().comments.discarded, { changeId }),
  );
};

/** Whether it differs from its comment or, without one, has text. */
const isChanged = (editor: Editor, comments: readonly Comment[]): boolean => {
  const { target } = editor;
  const comment =
    target.kind === 'comment' ? comments.find(({ id }) => id === target.commentId) : undefined;
  if (comment === undefined) return hasWords(editor);
  const { text, suggestion, attachments } = editorOf(comment);
  return (
    editor.text !== text ||
    editor.suggestion !== suggestion ||
    JSON.stringify(editor.attachments) !== JSON.stringify(attachments)
  );
};

export const removeComment = ({ store }: WithStore, comment: Comment): void => {
  const step = removeStep(store.getState(), comment.id);
  if (step === undefined) return;
  const changeId = randomId();
  store.dispatch(...record([step], changeId), noticeOf(texts().comments.removed, { changeId }));
};

/** Undoes the latest change of comments or dismissals. */
export const undo = ({ store }: WithStore): void => {
  const state = store.getState();
  const gone =
    state.notices === undefined ? [] : [{ type: 'notices/gone', id: state.notices.id } as const];
  store.dispatch(...undoActions(state), ...gone);
};

export const redo = ({ store }: WithStore): void =>
  store.dispatch(...redoActions(store.getState()));

/** Number of comments that a decision would include: saved ones and those in open editors. */
export const countComments = ({ comments, editors }: State): number =>
  comments.length +
  editors.filter((editor) => editor.target.kind !== 'comment' && hasWords(editor)).length;

/** Adds a quick label as a comment. */
export const addLabel = (
  page: WithStore,
  passage: Passage,
  { label, text = label, kind = 'must' }: QuickLabel,
): void => {
  const { session, comments } = page.store.getState();
  const id = randomId();
  const editor = { ...newEditor({ kind: 'passage', passage }, id), text, kind };
  const comment = commentOf(editor, { mode: session.info?.mode ?? 'plan', id, comments });
  if (comment !== undefined) addComment(page, comment);
};
