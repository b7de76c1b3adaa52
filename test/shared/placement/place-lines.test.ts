import { describe, expect, test } from 'vitest';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import { indexFiles, placeLines } from '../../../shared/placement/place-lines.ts';

const file: ChangedFile = {
  id: '0',
  path: 'new.ts',
  oldPath: 'old.ts',
  status: 'renamed',
  additions: 1,
  deletions: 1,
  isBinary: false,
  hunks: [
    [10, 5, 20, 6],
    [50, 0, 70, 2],
  ],
  offset: 0,
  bytes: 0,
};
const index = indexFiles([file]);
const line = (over: object) => ({
  source: 's',
  scope: 'line' as const,
  filePath: 'new.ts',
  side: 'new' as const,
  type: 'comment' as const,
  ...over,
});

describe('placeLines', () => {
  test.each([
    ['the first line of a hunk', line({ lineStart: 20, lineEnd: 20 }), 'in-diff'],
    ['the last line of a hunk', line({ lineStart: 25, lineEnd: 25 }), 'in-diff'],
    ['a range that touches a hunk', line({ lineStart: 1, lineEnd: 20 }), 'in-diff'],
    ['the line behind a hunk', line({ lineStart: 26, lineEnd: 26 }), 'outside-diff'],
    ['the line before a hunk', line({ lineStart: 19, lineEnd: 19 }), 'outside-diff'],
    ['the old side', line({ side: 'old', lineStart: 10, lineEnd: 14 }), 'in-diff'],
    [
      'a new line on the old side',
      line({ side: 'old', lineStart: 20, lineEnd: 20 }),
      'outside-diff',
    ],
    [
      'a side on which the hunk has no line',
      line({ side: 'old', lineStart: 50, lineEnd: 50 }),
      'outside-diff',
    ],
    [
      'the old path of a renamed file',
      line({ filePath: 'old.ts', lineStart: 20, lineEnd: 20 }),
      'in-diff',
    ],
    ['another file', line({ filePath: 'gone.ts', lineStart: 20, lineEnd: 20 }), 'unknown-file'],
    ['a file as a whole', line({ scope: 'file' }), 'in-diff'],
    ['another file as a whole', line({ scope: 'file', filePath: 'x' }), 'unknown-file'],
    ['no file', line({ scope: 'general', filePath: undefined }), 'general'],
    ['a name of Object', line({ filePath: '__proto__', lineStart: 1, lineEnd: 1 }), 'unknown-file'],
  ])('%s', (_, input, expected) => {
    expect(placeLines(index, input as Parameters<typeof placeLines>[1])).toBe(expected);
  });
});
