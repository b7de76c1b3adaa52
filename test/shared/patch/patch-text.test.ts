import { describe, expect, test } from 'vitest';
import { hunksText, readPatchText } from '../../../shared/patch/patch-text.ts';

const header = 'diff --git a/a.ts b/a.ts\nindex 1..2 100644\n--- a/a.ts\n+++ b/a.ts\n';
const hunk = '@@ -1,2 +1,3 @@ class A\n one\n-two\n+2\n+3\n';

/** The text of the hunks that were found. */
const hunksOf = (patch: string): string => {
  const read = readPatchText(patch);
  return read.kind === 'hunks' ? hunksText(read.hunks) : read.kind;
};

describe('readPatchText', () => {
  test('drops the headers and keeps the hunks verbatim', () => {
    const second = '@@ -10 +11 @@\n-x\n+y\n\\ No newline at end of file\n';
    expect(hunksOf(`${header}${hunk}${second}`)).toBe(`${hunk}${second}`);
  });

  test.each([
    ['a mode change', 'diff --git a/a b/a\nold mode 100644\nnew mode 100755\n'],
    ['nothing', ''],
    ['a binary file', 'diff --git a/a b/a\nBinary files a/a and b/a differ\n'],
  ])('%s has no hunks', (_, patch) => {
    expect(hunksOf(patch)).toBe('empty');
  });

  test('restores the space of an empty context line', () => {
    expect(hunksOf('@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n')).toBe('@@ -1,3 +1,3 @@\n a\n \n-b\n+c\n');
  });

  test('a line inside a hunk that looks like a header is content', () => {
    const text = '@@ -1,2 +1,2 @@\n--- a/x\n+++ b/x\n @@ -1 +1 @@\n';
    expect(hunksOf(text)).toBe(text);
  });

  test.each([
    ['the signature of a mail', '-- \n2.43.0\n\n'],
    ['the next file', 'diff --git a/b b/b\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-a\n+b\n'],
    ['empty lines', '\n\n'],
  ])('stops at %s', (_, rest) => {
    expect(hunksOf(`${hunk}${rest}`)).toBe(hunk);
  });

  test.each([
    ['fewer lines than it says', '@@ -1,9 +1,3 @@\n one\n-two\n+2\n+3\n'],
    ['more lines than it says', '@@ -1,2 +1,2 @@\n one\n-two\n+2\n+3\n'],
    ['too many of one side', '@@ -1,1 +1,3 @@\n-one\n-two\n+2\n+3\n+4\n'],
    ['a count of billions', '@@ -1,99999999999 +1 @@\n-a\n+b\n'],
    ['no counts at all', '@@ nonsense @@\n-a\n+b\n'],
    ['two parents', '@@@ -1,2 -1,2 +1,3 @@@\n  a\n++b\n'],
    ['line 0 of the old side', '@@ -0,1 +1,1 @@\n-a\n+b\n'],
    ['line 0 of the new side', '@@ -1,1 +0,1 @@\n-a\n+b\n'],
    ['an empty hunk', '@@ -1,0 +1,0 @@\n'],
    ['a hunk before the last one', `@@ -50 +50 @@\n-a\n+b\n${hunk}`],
    ['the same hunk twice', `${hunk}${hunk}`],
    ['a line without a mark', '@@ -1,2 +1,2 @@\n one\nTWO\n'],
    ['text after the last hunk', `${hunk}and so on\n`],
  ])('%s is invalid', (_, patch) => {
    expect(hunksOf(patch)).toBe('invalid');
  });

  test('hunks with only one side may be adjacent', () => {
    const text = '@@ -0,0 +1,2 @@\n+a\n+b\n';
    expect(hunksOf(text)).toBe(text);
    const pair = '@@ -1,0 +2 @@\n+a\n@@ -2 +3,0 @@\n-b\n';
    expect(hunksOf(pair)).toBe(pair);
  });
});
