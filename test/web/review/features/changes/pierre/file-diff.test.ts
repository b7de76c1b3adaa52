import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type * as fileDiff from '../../../../../../web/review/features/changes/pierre/file-diff.ts';
import {
  changePlaces,
  diffRows,
} from '../../../../../../web/review/features/changes/pierre/diff-rows.ts';
import { changedFile } from '../changed-file.ts';

let models: typeof fileDiff;

afterAll(() => vi.unstubAllGlobals());
beforeAll(async () => {
  // The library accesses the browser when loaded; Node 20 has no navigator.
  vi.stubGlobal('navigator', { userAgent: '', platform: '', maxTouchPoints: 0 });
  models = await import('../../../../../../web/review/features/changes/pierre/file-diff.ts');
});

interface Line {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

const text = fc.oneof(
  fc.string({ maxLength: 12 }).map((value) => value.replaceAll(/[\n\r]/gu, '')),
  fc.constantFrom(
    '',
    '--- a',
    '+++ b',
    '@@ -1 +1 @@',
    'diff --git a/x b/x',
    '\\ No newline',
    '-- ',
  ),
);
const line: fc.Arbitrary<Line> = fc.record({ mark: fc.constantFrom(' ', '-', '+'), text });
const hunks = fc.array(fc.array(line, { minLength: 1, maxLength: 12 }), {
  minLength: 1,
  maxLength: 4,
});

/** A patch with these hunks, 10 lines apart. */
const formatPatch = (bodies: readonly (readonly Line[])[]) => {
  let [oldAt, newAt] = [10, 10];
  const headers: [number, number, number, number][] = [];
  const parts = bodies.map((body) => {
    const oldLines = body.filter(({ mark }) => mark !== '+').length;
    const newLines = body.filter(({ mark }) => mark !== '-').length;
    const oldStart = oldLines === 0 ? oldAt - 1 : oldAt;
    const newStart = newLines === 0 ? newAt - 1 : newAt;
    headers.push([oldStart, oldLines, newStart, newLines]);
    oldAt += oldLines + 10;
    newAt += newLines + 10;
    const lines = body.map(({ mark, text }) => `${mark}${text}\n`).join('');
    return `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n${lines}`;
  });
  return { patch: `--- a/x\n+++ b/x\n${parts.join('')}`, headers };
};

describe('patchModel', () => {
  test('a valid patch is code, with every line on its side', () => {
    fc.assert(
      fc.property(hunks, (bodies) => {
        const { patch, headers } = formatPatch(bodies);
        const { kind, diff } = models.patchModel(changedFile({ hunks: headers }), patch);
        expect(kind).toBe('code');
        const rows = diffRows(diff);
        const shown = (side: 'oldLine' | 'newLine') =>
          rows.filter((row) => row[side] !== undefined).map((row) => row.text);
        const said = (without: '+' | '-') =>
          bodies.flat().flatMap(({ mark, text }) => (mark === without ? [] : [`${text}\n`]));
        expect(shown('oldLine')).toEqual(said('+'));
        expect(shown('newLine')).toEqual(said('-'));
      }),
    );
  });

  test('any text is shown in some way', () => {
    const pieces = fc.array(
      fc.oneof(
        text,
        line.map(({ mark, text }) => mark + text),
      ),
    );
    fc.assert(
      fc.property(fc.tuple(hunks, pieces, fc.nat()), ([bodies, extra, at]) => {
        const lines = formatPatch(bodies).patch.split('\n');
        lines.splice(at % lines.length, 1, ...extra);
        const { diff } = models.patchModel(changedFile(), lines.join('\n'));
        expect(Array.isArray(diffRows(diff))).toBe(true);
      }),
    );
  });

  test('a patch with inconsistent hunks is shown as plain text', () => {
    const patch = '@@ -1,9 +1,9 @@\n a\n-b\n+c\n';
    const { kind, diff, reason } = models.patchModel(changedFile(), patch);
    expect(kind).toBe('plain');
    expect(reason).toContain('line 1');
    expect(
      diffRows(diff)
        .map((row) => row.text)
        .join(''),
    ).toBe(patch);
    expect(diff.lang).toBe('text');
  });

  test('names are taken from the manifest, not from the patch', () => {
    const patch = '--- a/evil.sh\n+++ b/evil.sh\n@@ -1 +1 @@\n-a\n+b\n';
    const { diff } = models.patchModel(changedFile({ path: 'src/a.ts' }), patch);
    expect(diff).toMatchObject({ name: 'src/a.ts', lang: 'typescript' });
  });
});

test('a pending file has as many lines as its manifest says', () => {
  const file = changedFile({
    hunks: [
      [10, 7, 10, 9],
      [40, 6, 42, 8],
    ],
    additions: 5,
    deletions: 1,
  });
  const { kind, diff } = models.pendingModel(file);
  expect(kind).toBe('pending');
  expect(diff.additionLines).toHaveLength(17);
  expect(diff.deletionLines).toHaveLength(13);
  const rows = diffRows(diff);
  expect(rows.filter((row) => row.kind === 'added')).toHaveLength(5);
  expect(rows.filter((row) => row.kind === 'deleted')).toHaveLength(1);
  expect(rows.at(-1)).toMatchObject({ newLine: 49 });
  expect(changePlaces(diff)).toHaveLength(2);
});

describe('estimateHunks', () => {
  test('is exact with one hunk', () => {
    const [hunk] = models.estimateHunks({ hunks: [[10, 7, 10, 9]], additions: 3, deletions: 1 });
    expect(hunk).toEqual({ oldStart: 10, oldLines: 7, newStart: 10, newLines: 9, context: 6 });
  });

  test('keeps the totals with many hunks', () => {
    const hunks: [number, number, number, number][] = [
      [1, 7, 1, 7],
      [20, 6, 20, 10],
      [50, 30, 54, 6],
    ];
    const estimates = models.estimateHunks({ hunks, additions: 7, deletions: 27 });
    const context = estimates.reduce((sum, hunk) => sum + hunk.context, 0);
    expect(context).toBe(16);
    for (const hunk of estimates)
      expect(hunk.context).toBeLessThanOrEqual(Math.min(hunk.oldLines, hunk.newLines));
  });

  test.each([
    ['more deletions than lines', { hunks: [[1, 2, 1, 2]], additions: 0, deletions: 9 }],
    ['an added file', { hunks: [[0, 0, 1, 5]], additions: 5, deletions: 0 }],
  ] as const)('%s has no context', (_, file) => {
    const [hunk] = models.estimateHunks({ ...file, hunks: file.hunks.map((hunk) => [...hunk]) });
    expect(hunk?.context).toBe(0);
  });
});
