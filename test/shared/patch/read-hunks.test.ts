import type * as diffs from '@pierre/diffs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hunksText, readPatchText } from '../../../shared/patch/patch-text.ts';
import { readHunks } from '../../../shared/patch/read-hunks.ts';

let library: typeof diffs;

afterAll(() => vi.unstubAllGlobals());
beforeAll(async () => {
  // The library accesses the browser when loaded; Node 20 has no navigator.
  vi.stubGlobal('navigator', { userAgent: '', platform: '', maxTouchPoints: 0 });
  library = await import('@pierre/diffs');
});

describe('readHunks', () => {
  test.each([
    ['a change among context', '@@ -1,3 +1,4 @@ class A\n one\n-two\n+2\n+3\n four\n'],
    ['several hunks', '@@ -2 +2 @@\n-a\n+b\n@@ -10,2 +10,2 @@ \n c\n-d\n+e\n'],
    ['additions before deletions', '@@ -1,3 +1,3 @@\n+a\n-b\n+c\n d\n-e\n'],
    ['a new file', '@@ -0,0 +1,2 @@\n+a\n+b\n'],
    ['a deleted file', '@@ -1,2 +0,0 @@\n-a\n-b\n'],
    ['one-sided hunks', '@@ -1,0 +2 @@\n+a\n@@ -2 +3,0 @@\n-b\n'],
    ['empty lines', '@@ -1,3 +1,3 @@\n a\n\n-\n+\n'],
    ['no line feed at the end', '@@ -1 +1 @@\n-a\n\\ No newline\n+b\n\\ No newline\n'],
    ['none after context', '@@ -1,2 +1 @@\n-a\n b\n\\ No newline\n'],
    ['carriage returns', '@@ -1,2 +1,2 @@ f()\r\n a\r\n-b\r\n+c\r\n\\ No newline\r\n'],
    ['surrogates', '@@ -1 +1 @@\n-😀\n+\ud83d\n'],
  ])('gives what the library does for %s', (_, patch) => {
    const read = readPatchText(patch);
    const hunks = read.kind === 'hunks' ? read.hunks : [];
    const options = { isGitDiff: false, throwOnError: true, disableLineMatching: true };
    const parsed = library.processFile(`--- a\n+++ a\n${hunksText(hunks)}`, options);
    const { additionCharacterCount: _sum, ...lines } = readHunks(hunks);
    expect({ ...parsed, ...lines }).toEqual({
      ...parsed,
      deletionCharacterCount: 0,
      hunks: parsed?.hunks.map(({ hunkContext: _, ...hunk }) => hunk),
    });
    expect(parsed?.hunks).toHaveLength(hunks.length);
  });
});
