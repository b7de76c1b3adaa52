import { expect, it } from 'vitest';
import type { Comment } from '../../../shared/annotations/comment.ts';
import { countComments } from '../../../web/review/store/comments/comment-actions.ts';
import { editorOf, newEditor } from '../../../web/review/store/comments/new-comment.ts';
import { toDraft, wordsOf } from '../../../web/review/protocol/words.ts';
import type { EditorTarget } from '../../../shared/session/editor.ts';
import type { Editor } from '../../../web/review/store/editors-slice.ts';
import { initialState, type State } from '../../../web/review/store/state.ts';
import { AnnotationStore } from '../../../worker/annotations/store.ts';
import { LiveCounts } from '../../../worker/session/live-counts.ts';

const comment: Comment = { id: 'c', type: 'GLOBAL_COMMENT', kind: 'must', text: 'A comment.' };
const lines: EditorTarget = {
  kind: 'lines',
  target: { filePath: 'a.ts', side: 'new', lineStart: 1, lineEnd: 2 },
  originalCode: 'old',
};
const editor = (target: EditorTarget, key: string, change: Partial<Editor> = {}): Editor => ({
  ...newEditor(target, key),
  text: 'Words.',
  ...change,
});

it.each<{ name: string; words: Partial<State>; expected: number }>([
  { name: 'nothing', words: {}, expected: 0 },
  { name: 'a comment', words: { comments: [comment] }, expected: 1 },
  {
    name: 'open editors',
    words: { editors: ['a', 'b/c'].map((key) => editor(lines, key)) },
    expected: 2,
  },
  {
    name: 'an editor with nothing but a suggestion',
    words: { editors: [editor(lines, 'a', { text: '', kind: 'replace', suggestion: '' })] },
    expected: 1,
  },
  {
    name: 'an editor without words',
    words: { editors: [editor(lines, 'a', { text: ' ' })] },
    expected: 0,
  },
  {
    name: 'a comment that is being changed',
    words: { comments: [comment], editors: [{ ...editorOf(comment), text: 'Changed.' }] },
    expected: 1,
  },
])('$name counts the same on the page and on the dashboard', ({ words, expected }) => {
  const state = { ...initialState, ...words };
  const counts = new LiveCounts({ store: new AnnotationStore(), send: () => true });
  counts.drafted(toDraft(wordsOf(state), 1));
  expect([countComments(state), counts.current.comments]).toEqual([expected, expected]);
});
