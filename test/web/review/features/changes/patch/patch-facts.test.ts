import { describe, expect, test } from 'vitest';
import { estimateHunks } from '../../../../../../web/review/features/changes/patch/estimate-hunks.ts';
import { languageOf } from '../../../../../../shared/file-language.ts';
import { isGiant } from '../../../../../../shared/patch/file-size.ts';
import { noticesOf } from '../../../../../../web/review/features/changes/patch/file-notice.ts';
import { hasBidirectionalControls, showHidden } from '../../../../../../shared/visible-text.ts';
import { changedFile } from '../changed-file.ts';

describe('estimateHunks', () => {
  test('is exact with one hunk', () => {
    const [hunk] = estimateHunks({ hunks: [[10, 7, 10, 9]], additions: 3, deletions: 1 });
    expect(hunk).toEqual({ oldStart: 10, oldLines: 7, newStart: 10, newLines: 9, context: 6 });
  });

  test('keeps the totals with many hunks', () => {
    const hunks: [number, number, number, number][] = [
      [1, 7, 1, 7],
      [20, 6, 20, 10],
      [50, 30, 54, 6],
    ];
    const estimates = estimateHunks({ hunks, additions: 7, deletions: 27 });
    const context = estimates.reduce((sum, hunk) => sum + hunk.context, 0);
    expect(context).toBe(16);
    for (const hunk of estimates)
      expect(hunk.context).toBeLessThanOrEqual(Math.min(hunk.oldLines, hunk.newLines));
  });

  test.each([
    ['more deletions than lines', { hunks: [[1, 2, 1, 2]], additions: 0, deletions: 9 }],
    ['an added file', { hunks: [[0, 0, 1, 5]], additions: 5, deletions: 0 }],
  ] as const)('%s has no context', (_, file) => {
    const [hunk] = estimateHunks({ ...file, hunks: file.hunks.map((hunk) => [...hunk]) });
    expect(hunk?.context).toBe(0);
  });
});

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
  expect(hasBidirectionalControls('if (a\u2066) {')).toBe(true);
  expect(hasBidirectionalControls('if (a) { // العربية')).toBe(false);
});
