import { expect, test } from 'vitest';
import { languageOf } from '../../../../../../shared/file-language.ts';
import { isGiant } from '../../../../../../shared/patch/file-size.ts';
import { unknownLinesNotice } from '../../../../../../web/review/features/changes/notes/unknown-lines.ts';
import { noticesOf } from '../../../../../../web/review/features/changes/patch/file-notice.ts';
import { hiddenInCode, showHidden } from '../../../../../../shared/visible-text.ts';
import { changedFile } from '../changed-file.ts';

test.each([
  ['src/a.ts', 'typescript'],
  ['src/A.TSX', 'tsx'],
  ['Dockerfile', 'docker'],
  ['build/Dockerfile.dev', 'docker'],
  ['Makefile', 'make'],
  ['.bashrc', 'shellscript'],
  ['tsconfig.json', 'jsonc'],
  ['a.b/noending', 'text'],
  ['constructor', 'text'],
  ['x.__proto__', 'text'],
])('%s is %s', (path, language) => {
  expect(languageOf(path)).toBe(language);
});

test.each([
  [changedFile({ hunks: [[1, 1, 1, 1]] }), undefined],
  [
    changedFile({ hunks: [[1, 1, 1, 1]], wrongHunks: { first: [3], more: 0 } }),
    'The hunk at line 3 of the patch does not match its header: lines may be missing.',
  ],
  [
    changedFile({ hunks: [[1, 1, 1, 1]], wrongHunks: { first: [3, 9], more: 2 } }),
    'The hunks at lines 3, 9, and 2 more of the patch do not match their headers: lines may be missing.',
  ],
  [
    changedFile({ hunks: [[1, 1, 1, 1]], isPointer: true }),
    'A Git LFS pointer: the content is stored elsewhere.',
  ],
  [changedFile({ hunks: [[1, 1, 1, 1]], lineEnds: 'lf' }), 'Line endings changed from CRLF to LF.'],
  [
    changedFile({ notCompared: 'failed', problem: 'It is\u202e broken.' }),
    'This repository could not be compared. It is\\u202e broken.',
  ],
  [changedFile({ isBinary: true, status: 'added' }), 'Binary file added.'],
  [changedFile({ isBinary: true, tooLargeBytes: 21_000_000 }), 'Too large to compare: 21 MB.'],
  [changedFile({ status: 'renamed' }), 'Renamed without changes.'],
  [changedFile({ status: 'added' }), 'Empty file added.'],
  [changedFile({ oldMode: '100644', newMode: '100755' }), 'Now executable.'],
  [changedFile({ oldMode: '100755', newMode: '100644' }), 'No longer executable.'],
  [changedFile({ oldMode: '100644', newMode: '120000' }), 'Now a symbolic link.'],
  [changedFile({ oldMode: '120000', newMode: '100755' }), 'Now an executable file.'],
  [changedFile({ oldMode: '100644', newMode: '100664' }), 'Mode changed from 100644 to 100664.'],
  [changedFile({ oldMode: '100644', newMode: '100644' }), 'Content unchanged.'],
])('the notice of case %#', (file, notice) => {
  expect(noticesOf(file)).toEqual(notice === undefined ? [] : [notice]);
});

test('the lines of a patch that are not shown', () => {
  expect(unknownLinesNotice({ ranges: [[5, 5]], more: 0 })).toMatch(
    /^Line 5 of the patch is not /u,
  );
  expect(unknownLinesNotice({ ranges: [[5, 7]], more: 9 })).toMatch(/^Lines 5–7 and 9 more of /u);
});

test('a submodule that moved and is dirty has a notice for each', () => {
  const file = changedFile({ kind: 'submodule', notCompared: 'dirty', hunks: [] });
  const [dirty = ''] = noticesOf(file);
  expect(noticesOf(file)).toEqual([expect.stringMatching(/^This submodule has uncommitted/)]);
  const moved = noticesOf({ ...file, hunks: [[1, 1, 1, 1]] });
  expect(moved).toEqual([expect.stringMatching(/^A submodule: /), dirty]);
});

test('a file with 5,001 or more changed lines counts as giant', () => {
  expect(isGiant(changedFile({ additions: 2500, deletions: 2500 }))).toBe(false);
  expect(isGiant(changedFile({ additions: 2500, deletions: 2501 }))).toBe(true);
});

test('invisible characters are escaped', () => {
  expect(showHidden('a\u202Eb\u200B.ts\n\u001B[31m')).toBe('a\\u202eb\\u200b.ts\\n\\u001b[31m');
  expect(showHidden('äö 漢字 🙂.ts ❤️')).toBe('äö 漢字 🙂.ts ❤️');
  // Tags, sequences of variation selectors, and fillers, which an agent reads as characters.
  expect(showHidden('a\u{e0041}\u{e0100}❤\ufe0f\ufe0e\u115f\u3164\u{1d173}')).toBe(
    String.raw`a\u{e0041}\u{e0100}❤${'\ufe0f'}\ufe0e\u115f\u3164\u{1d173}`,
  );
});

test('a file is said to have invisible characters, each once, unless they are usual there', () => {
  expect(hiddenInCode('+if (a\u2066) {\n+  b\u200b\u200b = "prod\u{e0041}"\n')).toBe(
    String.raw`\u2066, \u200b, \u{e0041}`,
  );
  expect(hiddenInCode('+ad\u200dmin\n')).toBe(String.raw`\u200d`);
  expect(hiddenInCode('+a\n+b\ufeffc')).toBe(String.raw`\ufeff`);
  expect(hiddenInCode('+\ufeffif (a) { // العربية\r\n 👩\u200d💻 ❤️ می\u200cخواهم\r\n')).toBe('');
});
