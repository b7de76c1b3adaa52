import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { manifestSchema } from '../../../../shared/placement/manifest.ts';
import {
  parseRange,
  resolveRange,
} from '../../../../supervisor/version-control/git/resolve-range.ts';
import type { ChangeSource } from '../../../../supervisor/version-control/change-source.ts';
import { withoutWhitespaceChanges } from '../../../../supervisor/threads/patch/without-whitespace.ts';
import { hideWhitespace } from '../../../../supervisor/threads/tasks/hide-whitespace.ts';
import { patchSource, prepareInto, rangeSource } from '../../../helpers/diff.ts';
import { Repository, temporaryFolder } from '../../../helpers/repository.ts';

let repository: Repository;
let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  repository = new Repository();
  folder = temporaryFolder();
  repository.write('both.ts', 'if (a) {\nrun();\nstop();\n}\n');
  repository.write('only.ts', 'a b\n');
  repository.write('bytes.bin', Buffer.from([0, 1, 2]));
  repository.commit('first');
  repository.write('both.ts', 'if (a) {\n  run();\n  halt();\n}\n');
  repository.write('only.ts', 'a\tb \n');
  repository.write('bytes.bin', Buffer.from([0, 3, 4]));
});
afterEach(() => {
  repository.remove();
  folder.remove();
});

/** The files without whitespace, each with its part of the patch. */
const hidden = async (source: ChangeSource) => {
  const path = (name: string) => join(folder.path, name);
  await hideWhitespace(
    {
      task: 'hide-whitespace',
      source,
      from: { patch: path('patch.diff'), manifest: path('manifest.json') },
      patch: path('less.diff'),
      manifest: path('less.json'),
      maxBytes: 10_000,
    },
    { signal: new AbortController().signal },
  );
  const patch = readFileSync(path('less.diff'));
  const { files } = manifestSchema.parse(JSON.parse(readFileSync(path('less.json'), 'utf8')));
  return files.map((file) => ({
    ...file,
    text: patch.subarray(file.offset, file.offset + file.bytes).toString(),
  }));
};

const assertHidden = (
  files: Awaited<ReturnType<typeof hidden>>,
  before: readonly { readonly id: string; readonly digest?: string }[],
) => {
  const [both, bytes, only] = files;
  expect(files.map(({ id, digest }) => [id, digest])).toEqual(
    before.map(({ id, digest }) => [id, digest]),
  );
  expect(bytes).toMatchObject({ path: 'bytes.bin', isBinary: true });
  expect(both).toMatchObject({ additions: 1, deletions: 1, hunks: [[1, 4, 1, 4]] });
  expect(both?.text).toMatch(/\n if \(a\) \{\n {3}run\(\);\n-stop\(\);\n\+ {2}halt\(\);\n \}\n$/u);
  expect(only).toMatchObject({ additions: 0, deletions: 0, hunks: [], hasOnlyWhitespace: true });
  expect(only?.text).toBe('');
};

describe('a change without whitespace', () => {
  it('is made by git of commits', async () => {
    repository.commit('second');
    const source = rangeSource(
      await resolveRange({ cwd: repository.path, wanted: parseRange('HEAD') }),
    );
    const { files } = await prepareInto(folder.path, source);
    assertHidden(await hidden(source), files);
  });

  it('is made of the work tree, and of what was compared where that has changed since', async () => {
    const source = rangeSource(await resolveRange({ cwd: repository.path }));
    const { files } = await prepareInto(folder.path, source);
    assertHidden(await hidden(source), files);
    repository.write('both.ts', 'another\n');
    repository.git('checkout', '--', 'only.ts');
    assertHidden(await hidden(source), files);
  });

  it('is made of the lines of a patch', async () => {
    const path = join(folder.path, 'change.patch');
    repository.git('diff', `--output=${path}`);
    const { files } = await prepareInto(folder.path, patchSource(path));
    assertHidden(await hidden(patchSource(path)), files);
  });

  it('leaves alone what has hunks over each other', async () => {
    const hunk = '@@ -1 +1 @@\n-a\n+a \n';
    const path = join(folder.path, 'change.patch');
    writeFileSync(path, `--- a/x\n+++ b/x\n${hunk}${hunk}`);
    const { files } = await prepareInto(folder.path, patchSource(path));
    const [file] = await hidden(patchSource(path));
    expect(file).toMatchObject({ ...files[0], text: `--- a/x\n+++ b/x\n${hunk}${hunk}` });
  });

  it('leaves alone what is no text in UTF-8', async () => {
    const path = join(folder.path, 'change.patch');
    const patch = Buffer.from(
      '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-\xe4 \n-old\n+\xe4\n+new\n',
      'latin1',
    );
    writeFileSync(path, patch);
    await prepareInto(folder.path, patchSource(path));
    await hidden(patchSource(path));
    const made = readFileSync(join(folder.path, 'less.diff')).toString('latin1');
    expect(made).toContain('\n \xe4\n-old\n+new\n');
  });
});

/** UTF-8 as the patch is read: a character for each byte. */
const latin1 = (text: string): string => Buffer.from(text).toString('latin1');

it.each([
  ['lines that moved', '-a\n-b\n+b\n+a\n', '-a\n b\n+a\n', [1, 1]],
  ['a line more', '-a  b\n+a b\n+c\n', ' a b\n+c\n', [1, 0]],
  [
    'the missing line feed',
    '-a\n\\ No newline at end of file\n+a\n',
    '-a\n\\ No newline at end of file\n+a\n',
    [1, 1],
  ],
  ['an empty line without its space', '-a\n\n+b\n', '-a\n \n+b\n', [1, 1]],
  [
    'a change from one letter to another that shares its bytes but for 0xA0',
    latin1('-\u2020\n+\u2800\n'),
    latin1('-\u2020\n+\u2800\n'),
    [1, 1],
  ],
  ['a block of many lines', '+\n'.repeat(200_000), '+\n'.repeat(200_000), [200_000, 0]],
])('of a hunk stays %s', (_, body, expected, [additions, deletions]) => {
  const lines = body.split('\n').slice(0, -1);
  const old = lines.filter((line) => /^(?:[- ]|$)/u.test(line)).length;
  const added = lines.filter((line) => /^(?:[+ ]|$)/u.test(line)).length;
  const reduced = withoutWhitespaceChanges(`--- a\n+++ b\n@@ -1,${old} +1,${added} @@\n${body}`);
  expect(reduced).toMatchObject({ additions, deletions, hunks: [[1, old, 1, added]] });
  expect(reduced?.text.split('@@\n')[1]).toBe(expected);
});
