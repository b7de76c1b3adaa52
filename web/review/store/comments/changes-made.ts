import type { Comment } from '../../../../shared/annotations/comment.ts';
import { randomId } from '../../../shell/random-id.ts';
import { reversed, type Change, type Step } from '../history-slice.ts';
import type { Action, State } from '../state.ts';
import { loadedBlocks } from '../content-slice.ts';
import { commentOf, editorOf } from './new-comment.ts';
import { withSurroundings } from './passage.ts';

/** Actions that apply steps and record them as one undoable change. */
export const record = (steps: readonly Step[], id = randomId()): Action[] =>
  steps.length === 0
    ? []
    : [...steps.flatMap(actionsOf), { type: 'history/recorded', change: { id, steps } }];

/** A step that adds a comment, with its surroundings, or updates the one with its id. */
export const putStep = (
  { comments, content }: Pick<State, 'comments' | 'content'>,
  put: Comment,
): Step => {
  const comment = withSurroundings(put, loadedBlocks(content));
  const index = comments.findIndex(({ id }) => id === comment.id);
  return index < 0
    ? { kind: 'comment', before: undefined, after: comment, index: comments.length }
    : { kind: 'comment', before: comments[index], after: comment, index };
};

/** A step that removes a comment, with unsaved edits. */
export const removeStep = (state: State, id: string): Step | undefined => {
  const index = state.comments.findIndex((comment) => comment.id === id);
  const comment = state.comments[index];
  return comment === undefined
    ? undefined
    : { kind: 'comment', before: withEdits(state, comment), after: undefined, index };
};

/** Undoes the latest change. If that removes a comment with an open editor, redo restores the unsaved text. */
export const undoActions = (state: State): Action[] => {
  const change = state.history.past.at(-1);
  if (change === undefined) return [];
  const back = withOpenEditors(state, reversed(change));
  return [...back.steps.flatMap(actionsOf), { type: 'history/undone', change: reversed(back) }];
};

export const redoActions = (state: State): Action[] => {
  const change = state.history.future.at(-1);
  if (change === undefined) return [];
  const again = withOpenEditors(state, change);
  return [...again.steps.flatMap(actionsOf), { type: 'history/redone', change: again }];
};

const withOpenEditors = (state: State, { id, steps }: Change): Change => ({
  id,
  steps: steps.map((step) => {
    if (step.kind === 'comment' && step.after === undefined && step.before !== undefined)
      return { ...step, before: withEdits(state, step.before) };
    if (step.kind === 'acceptance' && !step.isAccepted)
      return { ...step, comments: step.comments.map((comment) => withEdits(state, comment)) };
    if (step.kind !== 'editor' || step.isOpen) return step;
    const { key } = step.editor;
    return { ...step, editor: state.editors.find((item) => item.key === key) ?? step.editor };
  }),
});

/** The comment with the text of its open editor, if any. */
const withEdits = (state: State, comment: Comment): Comment => {
  const { key } = editorOf(comment);
  const editor = state.editors.find((item) => item.key === key);
  if (editor === undefined) return comment;
  return commentOf(editor, { mode: 'plan', id: comment.id, comments: [comment] }) ?? comment;
};

const acceptanceActions = ({
  comments,
  index,
  isAccepted,
}: Extract<Step, { kind: 'acceptance' }>): Action[] =>
  isAccepted
    ? [{ type: 'comments/manyAdded', comments, index }]
    : [
        { type: 'comments/manyRemoved', ids: new Set(comments.map(({ id }) => id)) },
        ...comments.map((comment) => ({
          type: 'editors/closed' as const,
          key: editorOf(comment).key,
        })),
      ];

const actionsOf = (step: Step): Action[] => {
  if (step.kind === 'dismissal')
    return [
      { type: step.isDismissed ? 'annotations/dismissed' : 'annotations/restored', ids: step.ids },
    ];
  if (step.kind === 'acceptance') return acceptanceActions(step);
  if (step.kind === 'editor')
    return [
      step.isOpen
        ? { type: 'editors/opened', editor: step.editor }
        : { type: 'editors/closed', key: step.editor.key },
    ];
  const { before, after, index } = step;
  if (after !== undefined && before === undefined)
    return [{ type: 'comments/added', comment: after, index }];
  if (after !== undefined) return [{ type: 'comments/changed', comment: after }];
  if (before === undefined) return [];
  return [
    { type: 'comments/removed', id: before.id },
    { type: 'editors/closed', key: editorOf(before).key },
  ];
};
