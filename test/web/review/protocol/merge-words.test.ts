import { describe, expect, it } from 'vitest';
import type { Comment } from '../../../../shared/annotations/comment.ts';
import type { DraftBody } from '../../../../shared/session/draft.ts';
import { fromDraft, keepFocused, mergeWords } from '../../../../web/review/protocol/merge-words.ts';
import { noWords, toDraft, type Words } from '../../../../web/review/protocol/words.ts';
import type { Editor } from '../../../../web/review/store/editors-slice.ts';

const comment = (id: string, text: string): Comment => ({
  id,
  type: 'GLOBAL_COMMENT',
  kind: 'must',
  text,
});
const words = (feedback: string, ...comments: Comment[]): Words => ({
  ...noWords,
  feedback,
  comments,
});
const texts = ({ comments }: Words) => comments.map(({ id, text }) => `${id}:${text}`).sort();

const editorOn = (commentId: string, text: string): Editor => ({
  key: `comment-${commentId}`,
  target: { kind: 'comment', commentId },
  text,
  kind: 'must',
  suggestion: undefined,
  original: '',
});

describe('mergeWords', () => {
  it.each([
    {
      name: 'keeps what each side added',
      base: words(''),
      ours: words('', comment('a', 'ours')),
      theirs: words('', comment('b', 'theirs')),
      expected: ['a:ours', 'b:theirs'],
    },
    {
      name: 'takes what they changed where we changed nothing',
      base: words('', comment('a', '1')),
      ours: words('', comment('a', '1')),
      theirs: words('', comment('a', '2')),
      expected: ['a:2'],
    },
    {
      name: 'keeps what we changed where they changed nothing',
      base: words('', comment('a', '1')),
      ours: words('', comment('a', '2')),
      theirs: words('', comment('a', '1')),
      expected: ['a:2'],
    },
    {
      name: 'removes what they removed',
      base: words('', comment('a', '1')),
      ours: words('', comment('a', '1')),
      theirs: words(''),
      expected: [],
    },
    {
      name: 'removes what we removed',
      base: words('', comment('a', '1')),
      ours: words(''),
      theirs: words('', comment('a', '1')),
      expected: [],
    },
    {
      name: 'keeps what one side changed and the other removed',
      base: words('', comment('a', '1'), comment('b', '1')),
      ours: words('', comment('a', '2')),
      theirs: words('', comment('b', '2')),
      expected: ['a:2', 'b:2'],
    },
    {
      name: 'keeps both texts where both changed one',
      base: words('', comment('a', '1')),
      ours: words('', comment('a', 'ours')),
      theirs: words('', comment('a', 'theirs')),
      expected: ['a:ours\n\ntheirs'],
    },
    {
      name: 'does not double what goes on from the same text',
      base: words('', comment('a', 'x')),
      ours: words('', comment('a', 'x and')),
      theirs: words('', comment('a', 'x and more')),
      expected: ['a:x and more'],
    },
  ])('$name', ({ base, ours, theirs, expected }) => {
    expect(texts(mergeWords(base, ours, theirs))).toEqual(expected);
  });

  it.each([
    { base: '', ours: 'a', theirs: '', expected: 'a' },
    { base: '', ours: '', theirs: 'b', expected: 'b' },
    { base: 'x', ours: 'a', theirs: 'b', expected: 'a\n\nb' },
    { base: 'x', ours: '', theirs: 'x', expected: '' },
  ])('merges the notes "$ours" and "$theirs"', ({ base, ours, theirs, expected }) => {
    expect(mergeWords(words(base), words(ours), words(theirs)).feedback).toBe(expected);
  });

  it('keeps the dismissals of both sides', () => {
    const dismissed = (...ids: string[]): Words => ({ ...noWords, dismissed: new Set(ids) });
    const merged = mergeWords(
      dismissed('a', 'b', 'c'),
      dismissed('a', 'b', 'd'),
      dismissed('b', 'c', 'e'),
    );
    expect([...merged.dismissed].sort()).toEqual(['b', 'd', 'e']);
  });

  it('ignores undefined fields, which a saved draft leaves out', () => {
    const editor: Editor = {
      key: 'k',
      target: { kind: 'whole' },
      text: 'a',
      kind: 'must',
      suggestion: undefined,
      original: '',
    };
    const base = { ...noWords, editors: [editor] };
    const saved = JSON.parse(JSON.stringify(toDraft(base, 1))) as DraftBody;
    const merged = mergeWords(base, noWords, { ...fromDraft(saved), feedback: 'other' });
    expect(merged).toEqual(words('other'));
  });

  it('keeps a comment that the other tab removed while its editor changes here', () => {
    const ours = { ...words('', comment('a', '1')), editors: [editorOn('a', '2')] };
    const base = { ...ours, editors: [editorOn('a', '1')] };
    expect(mergeWords(base, ours, noWords)).toEqual(ours);
    expect(mergeWords(base, base, noWords)).toEqual(noWords);
  });

  it('keeps the editor with the focus and its comment, and says so', () => {
    const shown = { ...words('', comment('a', '1')), editors: [editorOn('a', '1')] };
    expect(keepFocused(noWords, shown, 'comment-a')).toEqual({
      words: shown,
      held: { editor: shown.editors[0], comment: shown.comments[0] },
    });
    expect(keepFocused(noWords, shown, undefined)).toEqual({ words: noWords, held: undefined });
    expect(keepFocused(shown, shown, 'comment-a')).toEqual({ words: shown, held: undefined });
  });

  it('ignores the order of fields when comparing comments', () => {
    const ours = comment('a', '1');
    const theirs = Object.fromEntries(Object.entries(ours).reverse()) as Comment;
    const merged = mergeWords(words('', ours), words(''), words('other', theirs));
    expect(merged).toEqual(words('other'));
  });
});
