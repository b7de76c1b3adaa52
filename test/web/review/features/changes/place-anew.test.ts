import { describe, expect, it, vi } from 'vitest';
import type { ReviewComment } from '../../../../../shared/annotations/comment.ts';
import { newEditor } from '../../../../../web/review/store/comments/new-comment.ts';
import {
  commentsAnew,
  editorsAnew,
  findCode,
} from '../../../../../web/review/features/changes/place-anew.ts';
import { changedFile } from './changed-file.ts';

const lines = (...texts: string[]) => new Map(texts.map((text, at) => [at + 1, text]));

describe('code in another version of a file', () => {
  it.each([
    ['where it was', lines('a', 'b', 'c'), 'b', 2, 2],
    ['further down', lines('new', 'new', 'a', 'b'), 'b', 2, 4],
    ['over several lines', lines('x', 'a', 'b', 'a', 'c'), 'a\nc', 2, 4],
    ['the nearest one', lines('}', 'x', '}', 'x', '}'), '}', 4, 3],
    ['with other line ends', lines('a', 'b'), 'b\r\n', 1, 2],
    ['that is gone', lines('a', 'c'), 'b', 2, undefined],
    ['that is not known', lines('a'), undefined, 1, undefined],
  ])('is found %s', (_, there, code, lineStart, expected) => {
    expect(findCode(there, { code, lineStart })).toBe(expected);
  });

  it('is not taken for what is far away where there is more than one such place', () => {
    const far = new Map([...lines('a'), [900, '}'], [950, '}']] as const);
    expect(findCode(far, { code: '}', lineStart: 2 })).toBeUndefined();
    expect(findCode(new Map([[900, 'only here']]), { code: 'only here', lineStart: 2 })).toBe(900);
  });
});

const comment: ReviewComment = {
  id: 'c',
  scope: 'line',
  filePath: 'a.ts',
  side: 'new',
  kind: 'must',
  lineStart: 3,
  lineEnd: 4,
  originalCode: 'x\ny',
  text: 'words',
};
const gone = () => undefined;
const found = () => ({ lineStart: 7, lineEnd: 8 });

describe('what was said about lines', () => {
  it('goes with them, or is out of date, and fits again where they are back', () => {
    expect(commentsAnew([comment], found)).toEqual([{ ...comment, lineStart: 7, lineEnd: 8 }]);
    const outdated = commentsAnew([comment], gone);
    expect(outdated).toEqual([{ ...comment, isOutdated: true }]);
    expect(commentsAnew(outdated, found)).toEqual([{ ...comment, lineStart: 7, lineEnd: 8 }]);
  });

  it('is left alone where it is on a file or on the whole', () => {
    const others: ReviewComment[] = [
      { id: 'f', scope: 'file', filePath: 'a.ts', kind: 'must', text: 'x' },
      { id: 'g', scope: 'general', kind: 'must', text: 'x' },
    ];
    expect(commentsAnew(others, gone)).toEqual(others);
  });

  it('keeps the words that are being written', () => {
    const target = { filePath: 'a.ts', side: 'new', lineStart: 3, lineEnd: 3 } as const;
    const editor = {
      ...newEditor({ kind: 'lines', target, originalCode: 'x' }, 'k'),
      text: 'half a sent',
    };
    expect(editorsAnew([editor], found)).toMatchObject([
      { key: 'k', text: 'half a sent', target: { target: { lineStart: 7 } } },
    ]);
    expect(editorsAnew([editor], gone)).toMatchObject([
      { text: 'half a sent', target: { target: { lineStart: 3, isOutdated: true } } },
    ]);
  });
});

it('the lines of a patch are known by the numbers of their sides', async () => {
  // The library asks for the browser when it is loaded; Node 20 has no navigator.
  vi.stubGlobal('navigator', { userAgent: '', platform: '', maxTouchPoints: 0 });
  const { linesOfPatch } = await import('../../../../../web/review/features/changes/file-lines.ts');
  const patch = 'diff --git a/a b/a\n@@ -5,3 +6,3 @@\n one\r\n-two\n+zwei\n three\n';
  const known = linesOfPatch(changedFile({ hunks: [[5, 3, 6, 3]] }), patch);
  expect([...known.old]).toEqual([
    [5, 'one'],
    [6, 'two'],
    [7, 'three'],
  ]);
  expect([...known.new]).toEqual([
    [6, 'one'],
    [7, 'zwei'],
    [8, 'three'],
  ]);
});
