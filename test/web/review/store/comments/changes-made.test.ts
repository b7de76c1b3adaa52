import { describe, expect, it } from 'vitest';
import type { Comment } from '../../../../../shared/annotations/comment.ts';
import {
  putStep,
  record,
  redoActions,
  removeStep,
  undoActions,
} from '../../../../../web/review/store/comments/changes-made.ts';
import { editorOf } from '../../../../../web/review/store/comments/new-comment.ts';
import { historyLength } from '../../../../../web/review/store/history-slice.ts';
import {
  initialState,
  reduce,
  type Action,
  type State,
} from '../../../../../web/review/store/state.ts';

const comment = (id: string, text = id): Comment => ({
  id,
  type: 'GLOBAL_COMMENT',
  kind: 'must',
  text,
});
const all = (state: State, actions: readonly Action[]) => actions.reduce(reduce, state);
const put = (state: State, made: Comment) => all(state, record([putStep(state, made)]));
const remove = (state: State, id: string) => {
  const step = removeStep(state, id);
  return all(state, record(step === undefined ? [] : [step]));
};
const undo = (state: State) => all(state, undoActions(state));
const redo = (state: State) => all(state, redoActions(state));
const texts = ({ comments }: State) => comments.map(({ text }) => text);

const three = ['a', 'b', 'c'].reduce((state, id) => put(state, comment(id)), initialState);

describe('a reviewer’s action', () => {
  it('is undone and redone, step by step', () => {
    const edited = put(three, comment('b', 'B'));
    const removed = remove(edited, 'a');
    expect(texts(removed)).toEqual(['B', 'c']);
    const back = [removed];
    for (let count = 0; count < 6; count += 1) back.push(undo(back.at(-1) ?? removed));
    expect(back.map(texts)).toEqual([
      ['B', 'c'],
      ['a', 'B', 'c'],
      ['a', 'b', 'c'],
      ['a', 'b'],
      ['a'],
      [],
      [],
    ]);
    let state = back.at(-1) ?? removed;
    for (let count = 0; count < 6; count += 1) state = redo(state);
    expect(texts(state)).toEqual(['B', 'c']);
  });

  it('is undone at its original position', () => {
    expect(texts(undo(remove(three, 'b')))).toEqual(['a', 'b', 'c']);
  });

  it('is undone as a whole', () => {
    const both = all(
      three,
      record([putStep(three, comment('d')), { kind: 'dismissal', ids: ['f'], isDismissed: true }]),
    );
    expect([...both.annotations.dismissedIds]).toEqual(['f']);
    const back = undo(both);
    expect(texts(back)).toEqual(['a', 'b', 'c']);
    expect(back.annotations.dismissedIds.size).toBe(0);
    expect([...redo(back).annotations.dismissedIds]).toEqual(['f']);
  });

  it('cannot be redone after another action', () => {
    const other = put(undo(three), comment('x'));
    expect(texts(redo(other))).toEqual(['a', 'b', 'x']);
  });

  it('loses no text of an editor open on a comment that is removed', () => {
    const editor = { ...editorOf(comment('c')), text: 'more words' };
    const open = reduce(three, { type: 'editors/opened', editor });
    for (const gone of [undo(open), remove(open, 'c')]) {
      expect(texts(gone)).toEqual(['a', 'b']);
      expect(gone.editors).toEqual([]);
    }
    expect(texts(redo(undo(open)))).toEqual(['a', 'b', 'more words']);
    expect(texts(undo(remove(open, 'c')))).toEqual(['a', 'b', 'more words']);
  });

  it('is undone by reopening an editor that was closed with text', () => {
    const editor = { ...editorOf(comment('c')), text: 'half a tho' };
    const open = reduce(three, { type: 'editors/opened', editor });
    const closed = all(open, record([{ kind: 'editor', editor, isOpen: false }]));
    expect(closed.editors).toEqual([]);
    const back = undo(closed);
    expect(back.editors).toEqual([editor]);
    const more = reduce(back, {
      type: 'editors/changed',
      key: editor.key,
      change: { text: 'half a thought' },
    });
    expect(redo(more).editors).toEqual([]);
    expect(undo(redo(more)).editors.map(({ text }) => text)).toEqual(['half a thought']);
  });

  it('is undone without losing what another tab has written', () => {
    const merged = reduce(three, {
      type: 'comments/replaced',
      comments: [comment('other'), ...three.comments],
    });
    expect(texts(undo(merged))).toEqual(['other', 'a', 'b']);
  });

  it('is remembered up to a limit', () => {
    let state = initialState;
    for (let count = 0; count < historyLength + 10; count += 1)
      state = put(state, comment(`${count}`));
    expect(state.history.past).toHaveLength(historyLength);
  });
});
