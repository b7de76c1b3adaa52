import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changePaths, noWhitespacePaths } from '../../../shared/node/paths.ts';
import { manifestSchema } from '../../../shared/placement/manifest.ts';
import { hideWhitespace } from '../../../supervisor/threads/tasks/hide-whitespace.ts';
import { readDiffIndex } from '../../../worker/changes/diff-index.ts';
import { patchSource } from '../../helpers/diff.ts';
import { temporaryFolder } from '../../helpers/repository.ts';

const [oldBlob, newBlob] = ['1'.repeat(40), '2'.repeat(40)];
const patches = [
  `diff --git a/a.ts b/a.ts\nindex ${oldBlob}..${newBlob} 100644\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-a b\n+a  b\n`,
  `diff --git a/sub b/sub\nindex ${oldBlob}..${newBlob} 160000\n--- a/sub\n+++ b/sub\n@@ -1 +1 @@\n-Subproject commit ${oldBlob}\n+Subproject commit ${newBlob}\n`,
];
/** As written by the release before `notCompared`. */
const manifest = {
  source: 'repository',
  worktreeState: 'e3b0c44298fc1c149afbf4c8996fb924',
  description: 'uncommitted changes',
  files: patches.map((patch, at) => ({
    id: String(at),
    path: at === 0 ? 'a.ts' : 'sub',
    status: 'modified',
    additions: 1,
    deletions: 1,
    isBinary: false,
    ...(at === 0 ? {} : { kind: 'submodule' }),
    oldBlob,
    newBlob,
    hunks: [[1, 1, 1, 1]],
    digest: '0'.repeat(32),
    offset: at === 0 ? 0 : (patches[0]?.length ?? 0),
    bytes: patch.length,
  })),
  additions: 2,
  deletions: 2,
};

let spool: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  spool = temporaryFolder('spool');
});
afterEach(() => spool.remove());

it('reads a spool of the previous release unchanged', async () => {
  const from = changePaths(spool.path, 1);
  mkdirSync(dirname(from.manifest), { recursive: true });
  writeFileSync(from.manifest, JSON.stringify(manifest));
  writeFileSync(from.patch, patches.join(''));

  expect(manifestSchema.parse(manifest)).toEqual(manifest);
  const index = await readDiffIndex(from);
  expect(index.worktreeState).toBe(manifest.worktreeState);
  expect([...index.patches.values()].map(({ bytes }) => bytes)).toEqual(
    patches.map(({ length }) => length),
  );
  expect([...index.sides.values()].map(({ size }) => size)).toEqual([2, 0]);

  const to = noWhitespacePaths(from.folder);
  await hideWhitespace(
    { task: 'hide-whitespace', source: patchSource('/a.patch'), from, ...to, maxBytes: 10_000 },
    { signal: new AbortController().signal },
  );
  const less = manifestSchema.parse(JSON.parse(readFileSync(to.manifest, 'utf8')));
  expect(
    less.files.map(({ path, hasOnlyWhitespace = false }) => [path, hasOnlyWhitespace]),
  ).toEqual([
    ['a.ts', true],
    ['sub', false],
  ]);
});
