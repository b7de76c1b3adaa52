import { describe, expect, test } from 'vitest';
import {
  changePlaces,
  diffRows,
  placeOf,
  rowIndexOf,
  selectedLines,
} from '../../../../../../web/review/features/changes/pierre/diff-rows.ts';

/** `@@ -10,4 +10,5 @@`: a context line, two lines replaced by three, a context line. */
const diff: Parameters<typeof selectedLines>[0] & Parameters<typeof changePlaces>[0] = {
  deletionLines: ['a\n', 'old 1\n', 'old 2\n', 'z\n'],
  additionLines: ['a\n', 'new 1\n', 'new 2\n', 'new 3\n', 'z\n'],
  hunks: [
    {
      collapsedBefore: 9,
      additionStart: 10,
      additionCount: 5,
      additionLines: 3,
      additionLineIndex: 0,
      deletionStart: 10,
      deletionCount: 4,
      deletionLines: 2,
      deletionLineIndex: 0,
      splitLineStart: 9,
      splitLineCount: 5,
      unifiedLineStart: 9,
      unifiedLineCount: 7,
      noEOFCRAdditions: false,
      noEOFCRDeletions: false,
      hunkContent: [
        { type: 'context', lines: 1, additionLineIndex: 0, deletionLineIndex: 0 },
        { type: 'change', additions: 3, deletions: 2, additionLineIndex: 1, deletionLineIndex: 1 },
        { type: 'context', lines: 1, additionLineIndex: 4, deletionLineIndex: 3 },
      ],
    },
  ],
};

test('the rows are those of a unified diff', () => {
  expect(
    diffRows(diff).map((row) => `${row.oldLine ?? ''}|${row.newLine ?? ''}|${row.text}`),
  ).toEqual([
    '10|10|a\n',
    '11||old 1\n',
    '12||old 2\n',
    '|11|new 1\n',
    '|12|new 2\n',
    '|13|new 3\n',
    '13|14|z\n',
  ]);
});

test('a row is found by the number of either side and named by its own', () => {
  const rows = diffRows(diff);
  expect(rowIndexOf(rows, { side: 'old', line: 13 })).toBe(6);
  expect(rowIndexOf(rows, { side: 'new', line: 13 })).toBe(5);
  expect(rowIndexOf(rows, { side: 'new', line: 99 })).toBe(-1);
  expect(rows.map(placeOf).map(({ side, line }) => `${side}:${line}`)).toEqual([
    'new:10',
    'old:11',
    'old:12',
    'new:11',
    'new:12',
    'new:13',
    'new:14',
  ]);
});

test('a change is led to at what it adds, or else at what it removes', () => {
  expect(changePlaces(diff)).toEqual([{ side: 'new', line: 11 }]);
  const [hunk] = diff.hunks;
  const hunkContent = hunk?.hunkContent.map((content) =>
    content.type === 'change' ? { ...content, additions: 0 } : content,
  );
  const removed = { hunks: [{ ...hunk, hunkContent }] } as typeof diff;
  expect(changePlaces(removed)).toEqual([{ side: 'old', line: 11 }]);
});

describe('selectedLines', () => {
  test.each([
    ['one line', { start: 12, end: 12, side: 'additions' }, 'new 12-12 new 2'],
    ['a range', { start: 11, end: 13, side: 'additions' }, 'new 11-13 new 1\nnew 2\nnew 3'],
    [
      'a range drawn upwards',
      { start: 13, end: 11, side: 'additions' },
      'new 11-13 new 1\nnew 2\nnew 3',
    ],
    ['the old side', { start: 10, end: 12, side: 'deletions' }, 'old 10-12 a\nold 1\nold 2'],
    [
      'both sides',
      { start: 11, side: 'deletions', end: 12, endSide: 'additions' },
      'new 11-12 new 1\nnew 2',
    ],
  ] as const)('%s', (_, range, expected) => {
    const lines = selectedLines(diff, range);
    expect(`${lines?.side} ${lines?.lineStart}-${lines?.lineEnd} ${lines?.text}`).toBe(expected);
  });

  test('lines outside of the diff cannot be selected', () => {
    expect(selectedLines(diff, { start: 1, end: 10, side: 'additions' })).toBeUndefined();
  });
});
