import { expect, it } from 'vitest';
import type { Hunk } from '../../../../../../shared/placement/manifest.ts';
import { linesToward } from '../../../../../../web/review/features/changes/pierre/gaps.ts';

/** Two lines added at 40, one removed at 80. */
const hunks: Hunk[] = [
  [37, 7, 37, 9],
  [77, 7, 79, 6],
];
const line = (side: 'old' | 'new', start: number, end = start) => ({ side, start, end });

it.each([
  ['above the first hunk', line('new', 30), { from: 27, to: 36 }],
  ['above it on the old side', line('old', 30), { from: 27, to: 36 }],
  ['at the very beginning', line('new', 1), { from: 1, to: 36 }],
  ['below a hunk', line('new', 50), { from: 46, to: 53 }],
  ['below it on the old side', line('old', 48), { from: 46, to: 53 }],
  ['above the next hunk', line('new', 75), { from: 72, to: 78 }],
  ['above it on the old side', line('old', 73), { from: 72, to: 78 }],
  ['all of a small gap', line('new', 47, 78), { from: 46, to: 78 }],
  ['below the last hunk', line('new', 100), { from: 85, to: 103 }],
  ['below it on the old side', line('old', 99), { from: 85, to: 103 }],
  ['what a hunk shows', line('new', 40), undefined],
])('gaps are expanded from the nearest hunk: %s', (_, lines, expected) => {
  expect(linesToward(hunks, lines)).toEqual(expected);
});
