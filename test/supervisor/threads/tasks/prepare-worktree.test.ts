import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { pathBelow, pathText } from '../../../../shared/node/path-name.ts';
import { manifestSchema, type ChangedFile } from '../../../../shared/placement/manifest.ts';
import { resolveRange } from '../../../../supervisor/version-control/git/resolve-range.ts';
import { hideWhitespace } from '../../../../supervisor/threads/tasks/hide-whitespace.ts';
import { readSide } from '../../../../supervisor/threads/tasks/read-side.ts';
import { prepareInto, rangeSource } from '../../../helpers/diff.ts';
import { TreeBuilder, treeSteps } from '../../../helpers/generated-tree.ts';
import { temporaryFolder } from '../../../helpers/repository.ts';

const context = { signal: new AbortController().signal };
const maxBytes = 1024 * 1024;
const builder = new TreeBuilder();
afterAll(() => builder.remove());

/** What git itself lists, and whether that is all: it does not enter submodules where one of them is broken. */
const gitList = (cwd: string): { listed: string[]; isAll: boolean } => {
  const list = ['status', '--porcelain=v2', '-z', '--untracked-files=all', '--no-renames'];
  const run = (...args: string[]) =>
    execFileSync('git', args, { cwd, stdio: 'pipe' }).toString('latin1');
  let output;
  let isAll = true;
  try {
    output = run(...list);
  } catch {
    isAll = false;
    output = run(...list, '--ignore-submodules=dirty');
  }
  const paths = output.split('\0').flatMap((record) => {
    const found = /^(?:1(?: \S+){7}|u(?: \S+){9}|\?) ([^]+)$/u.exec(record)?.[1];
    return found === undefined ? [] : [pathText(Buffer.from(found, 'latin1'))];
  });
  return { listed: [...new Set(paths)].toSorted(), isAll };
};

const pathsOf = (files: readonly ChangedFile[]): string[] =>
  [...new Set(files.flatMap(({ path, oldPath = path }) => [path, oldPath]))].toSorted();

/** What stands in the work tree: the content of a file, or where a link leads. */
const contentAt = (path: Buffer): Buffer =>
  lstatSync(path).isSymbolicLink()
    ? readlinkSync(path, { encoding: 'buffer' })
    : readFileSync(path);

it('has a row for all that git lists, each with its content, also without whitespace', async () => {
  await fc.assert(
    fc.asyncProperty(treeSteps, async (tree) => {
      const repository = builder.build(tree);
      const { path: spool, remove } = temporaryFolder('spool');
      try {
        const { listed, isAll } = gitList(repository.path);
        const source = rangeSource(await resolveRange({ cwd: repository.path }));
        const { files } = await prepareInto(spool, source);
        // Git does not list what is gone behind a link that cannot be followed, nor what it could not look into.
        const unlisted = new Set(isAll ? ['unchecked'] : ['unchecked', 'dirty']);
        const others = files.filter(
          ({ path, status, notCompared = '' }) =>
            !listed.includes(path) && status !== 'deleted' && !unlisted.has(notCompared),
        );
        expect(others).toEqual([]);
        expect(pathsOf(files)).toEqual(expect.arrayContaining(listed));
        expect(new Set(files.map(({ id }) => id)).size).toBe(files.length);

        const manifest = join(spool, 'manifest.json');
        const output = join(spool, 'side');
        for (const { id: fileId, path, newBlob, kind } of files) {
          if (newBlob === undefined || kind === 'submodule') continue;
          await readSide(
            { task: 'read-side', source, manifest, fileId, side: 'new', output, maxBytes },
            context,
          );
          expect(readFileSync(output)).toEqual(contentAt(pathBelow(repository.path, path)));
          rmSync(output);
        }

        const from = { patch: join(spool, 'patch.diff'), manifest };
        const to = { patch: join(spool, 'less.diff'), manifest: join(spool, 'less.json') };
        await hideWhitespace({ task: 'hide-whitespace', source, from, ...to, maxBytes }, context);
        const less = manifestSchema.parse(JSON.parse(readFileSync(to.manifest, 'utf8')));
        expect(less.files.map(({ id, path }) => [id, path])).toEqual(
          files.map(({ id, path }) => [id, path]),
        );
      } finally {
        repository.remove();
        remove();
      }
    }),
    { numRuns: 12 },
  );
}, 180_000);
