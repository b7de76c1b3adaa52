import { expect, it } from 'vitest';
import { linesOfPatch } from '../../../shared/patch/patch-lines.ts';

it('the lines of a patch are numbered by side', () => {
  const patch = 'diff --git a/a b/a\n@@ -5,3 +6,3 @@\n one\r\n-two\n+zwei\n three\n';
  const { old, new: next } = linesOfPatch(patch);
  expect([...old]).toEqual([
    [5, 'one'],
    [6, 'two'],
    [7, 'three'],
  ]);
  expect([...next]).toEqual([
    [6, 'one'],
    [7, 'zwei'],
    [8, 'three'],
  ]);
});

it('a side without lines has none, and a missing line feed is no line', () => {
  const note = '\\ No newline at end of file';
  const { old, new: next } = linesOfPatch(`@@ -0,0 +1,2 @@\n+one\n+two\n${note}\n`);
  expect([...old]).toEqual([]);
  expect([...next]).toEqual([
    [1, 'one'],
    [2, 'two'],
  ]);
});

it('a patch whose hunks are not as announced has no lines', () => {
  const { old, new: next } = linesOfPatch('@@ -1,2 +1,9 @@\n one\n');
  expect([...old, ...next]).toEqual([]);
});
