import type { processFile } from '@pierre/diffs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hunksText, readPatchText } from '../../../../../../shared/patch/patch-text.ts';
import {
  expandHunks,
  type FileContext,
} from '../../../../../../web/review/features/changes/patch/expand-hunks.ts';
import {
  gapAbove,
  gapBelow,
  stepInto,
} from '../../../../../../web/review/features/changes/pierre/gaps.ts';

let parse: typeof processFile;
afterAll(() => vi.unstubAllGlobals());
beforeAll(async () => {
  // The library accesses the browser when loaded; Node 20 has no navigator.
  vi.stubGlobal('navigator', { userAgent: '', platform: '', maxTouchPoints: 0 });
  ({ processFile: parse } = await import('@pierre/diffs'));
});
const parsed = (text: string) =>
  parse(`--- a\n+++ a\n${text}`, { isGitDiff: false, throwOnError: true })?.hunks ?? [];

const range = (from: number, to: number) =>
  new Map(Array.from({ length: to - from + 1 }, (_, at) => [from + at, `l${from + at}`]));
const hunk = (oldStart: number, newStart: number) =>
  `@@ -${oldStart},3 +${newStart},4 @@ fn\n l${newStart}\n+added\n l${newStart + 2}\n l${newStart + 3}\n`;
const expandPatch = (text: string, context: FileContext): string => {
  const read = readPatchText(text);
  return read.kind === 'hunks' ? hunksText(expandHunks(read.hunks, context)) : read.kind;
};
const headers = (text: string) => text.split('\n').filter((line) => line.startsWith('@@'));

describe('a patch with more of the file around it', () => {
  const patch = `${hunk(10, 10)}${hunk(30, 31)}`;

  it.each([
    ['nothing', new Map<number, string>(), ['@@ -10,3 +10,4 @@ fn', '@@ -30,3 +31,4 @@ fn']],
    ['above a hunk', range(8, 9), ['@@ -8,5 +8,6 @@ fn', '@@ -30,3 +31,4 @@ fn']],
    ['to the top', range(1, 9), ['@@ -1,12 +1,13 @@', '@@ -30,3 +31,4 @@ fn']],
    ['below a hunk', range(14, 15), ['@@ -10,5 +10,6 @@ fn', '@@ -30,3 +31,4 @@ fn']],
    ['above the next', range(29, 30), ['@@ -10,3 +10,4 @@ fn', '@@ -28,5 +29,6 @@ fn']],
    ['all between', range(14, 30), ['@@ -10,23 +10,25 @@ fn']],
    ['at the end', range(35, 36), ['@@ -10,3 +10,4 @@ fn', '@@ -30,5 +31,6 @@ fn']],
    ['what joins on to nothing', range(20, 22), ['@@ -10,3 +10,4 @@ fn', '@@ -30,3 +31,4 @@ fn']],
  ])('%s', (_, lines, expected) => {
    const expanded = expandPatch(patch, { lines });
    expect(headers(expanded)).toEqual(expected);
    // The library checks the counts.
    expect(parsed(expanded)).toHaveLength(expected.length);
  });

  it('notes a missing final line feed', () => {
    const end = { total: 36, endsWithNewline: false };
    expect(expandPatch(patch, { lines: range(35, 36), end })).toContain(
      ' l36\n\\ No newline at end of file\n',
    );
    expect(expandPatch(patch, { lines: range(35, 35), end })).not.toContain('No newline');
  });
});

describe('the gaps of a diff', () => {
  it('are known above each hunk, and below the last one once the length of the file is', () => {
    const hunks = { hunks: parsed(`${hunk(10, 10)}${hunk(30, 31)}`) };
    expect(gapAbove(hunks, 10)).toEqual({ from: 1, to: 9 });
    expect(gapAbove(hunks, 31)).toEqual({ from: 14, to: 30 });
    expect(gapAbove(hunks, 99)).toBeUndefined();
    // Two lines below the last change instead of git's three: the file ends there.
    expect(gapBelow(hunks, undefined)).toBeUndefined();
    expect(gapBelow(hunks, { total: 40, endsWithNewline: true })).toEqual({ from: 35, to: 40 });
    expect(gapBelow(hunks, { total: 34, endsWithNewline: true })).toBeUndefined();
  });

  it.each([
    [{ from: 1, to: 100 }, 'down', { from: 1, to: 20 }],
    [{ from: 1, to: 100 }, 'up', { from: 81, to: 100 }],
    [{ from: 1, to: 100 }, 'all', { from: 1, to: 100 }],
    [{ from: 1, to: 12 }, 'up', { from: 1, to: 12 }],
    [{ from: 50 }, 'down', { from: 50, to: 69 }],
  ] as const)('expand in steps: %j %s', (gap, step, expected) => {
    expect(stepInto(gap, step)).toEqual(expected);
  });
});
