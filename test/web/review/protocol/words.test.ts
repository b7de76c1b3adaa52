import { describe, expect, it } from 'vitest';
import { draftBodySchema } from '../../../../shared/session/draft.ts';
import { backoffMs } from '../../../../web/shell/backoff.ts';
import { fromDraft, mergeWords } from '../../../../web/review/protocol/merge-words.ts';
import { isEmpty, noWords, toDraft, type Words } from '../../../../web/review/protocol/words.ts';
import type { Editor } from '../../../../web/review/store/editors-slice.ts';

const editor = (change: Partial<Editor>): Editor => ({
  key: 'e',
  target: { kind: 'whole' },
  text: 'text',
  kind: 'must',
  suggestion: undefined,
  original: '',
  ...change,
});

const words: Words = {
  feedback: 'note',
  comments: [{ id: 'c', type: 'GLOBAL_COMMENT', kind: 'keep', text: 'comment' }],
  editors: [
    editor({ key: 'a' }),
    editor({
      key: 'b/with/slashes',
      target: {
        kind: 'lines',
        target: { filePath: 'p'.repeat(4096), side: 'old', lineStart: 1, lineEnd: 2 },
        originalCode: 'old',
      },
      kind: 'replace',
      suggestion: 'new',
      original: 'old',
    }),
    editor({
      key: 'comment-c',
      target: { kind: 'comment', commentId: 'c' },
      text: 'changed',
      original: 'was',
    }),
  ],
  edits: [{ file: 'a.md', hash: 'a'.repeat(64), base: 'one', text: 'two', other: 'three' }],
  dismissed: new Set(['5f0c2d1e-0000-4000-8000-000000000000']),
};

describe('a draft', () => {
  it('restores everything that was written, and is accepted by the server', () => {
    const draft = toDraft(words, 7);
    expect(draftBodySchema.parse(draft)).toEqual(draft);
    expect(draft.generation).toBe(7);
    expect(fromDraft(JSON.parse(JSON.stringify(draft)))).toEqual(words);
  });

  it('leaves out editors without text', () => {
    const draft = toDraft({ ...noWords, editors: [editor({ text: ' ' })] }, 1);
    expect(draft.editors).toEqual([]);
  });

  it.each(['x', '"', '\u0001', '\n'])('keeps text on the maximum amount of code of %j', (code) => {
    const long = editor({
      target: {
        kind: 'lines',
        target: { filePath: 'a', side: 'new' },
        originalCode: code.repeat(65_536),
      },
      suggestion: code.repeat(65_535),
      original: code.repeat(65_536),
    });
    const written = { ...noWords, editors: [long] };
    const draft = toDraft(written, 1);
    expect(draftBodySchema.parse(draft)).toEqual(draft);
    expect(fromDraft(JSON.parse(JSON.stringify(draft)))).toEqual(written);
  });

  it('that does not exist is empty', () => {
    expect(fromDraft(null)).toEqual(noWords);
  });

  it.each([
    { name: 'nothing', value: noWords, expected: true },
    { name: 'blank feedback', value: { ...noWords, feedback: ' ' }, expected: true },
    {
      name: 'an empty editor',
      value: { ...noWords, editors: [editor({ text: '' })] },
      expected: true,
    },
    { name: 'an editor', value: { ...noWords, editors: [editor({})] }, expected: false },
    { name: 'an edited text', value: { ...noWords, edits: words.edits }, expected: false },
    { name: 'a comment', value: { ...noWords, comments: words.comments }, expected: false },
  ])('with $name counts as empty: $expected', ({ value, expected }) => {
    expect(isEmpty(value)).toBe(expected);
  });
});

describe('edits of two windows', () => {
  const edit = (text: string, file = 'a.md') => ({ file, hash: 'x', base: 'base', text });
  const words = (...edits: Words['edits']): Words => ({ ...noWords, edits });
  const merge = (base: Words, ours: Words, theirs: Words) => mergeWords(base, ours, theirs).edits;

  it('of different texts are both kept', () => {
    const [one, other] = [edit('one', 'a.md'), edit('two', 'b.md')];
    expect(merge(noWords, words(one), words(other))).toEqual([other, one]);
  });

  it('of the same text are left to the reviewer to merge', () => {
    const before = words(edit('one'));
    expect(merge(before, words(edit('mine')), words(edit('theirs')))).toEqual([
      { ...edit('mine'), other: 'theirs' },
    ]);
    expect(merge(before, words(edit('same')), words(edit('same')))).toEqual([edit('same')]);
  });

  it('are the later ones where only one has changed', () => {
    const before = words(edit('one'));
    expect(merge(before, before, words(edit('theirs')))).toEqual([edit('theirs')]);
    expect(merge(before, words(edit('mine')), before)).toEqual([edit('mine')]);
    expect(merge(before, before, noWords)).toEqual([]);
    expect(merge(before, words(edit('mine')), noWords)).toEqual([edit('mine')]);
  });
});

describe('backoffMs', () => {
  it('starts at 0, grows, and stays within its bounds', () => {
    const delays = Array.from({ length: 30 }, (_, attempt) => backoffMs(attempt));
    expect(delays[0]).toBe(0);
    expect(delays[1]).toBeLessThan(500);
    expect(delays.every((delay, index) => delay >= (delays[index - 1] ?? 0))).toBe(true);
    expect(Math.max(...delays)).toBe(5000);
  });
});
