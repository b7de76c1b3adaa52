import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { manifestSchema } from '../../../shared/placement/manifest.ts';
import { sourceSchema } from '../../../supervisor/sessions/source.ts';
import { hideWhitespace } from '../../../supervisor/threads/tasks/hide-whitespace.ts';
import { inspectSource } from '../../../supervisor/threads/tasks/inspect-source.ts';
import { prepareDiff } from '../../../supervisor/threads/tasks/prepare-diff.ts';
import { readSide } from '../../../supervisor/threads/tasks/read-side.ts';
import { refreshChange } from '../../../supervisor/version-control/providers.ts';
import { Repository, temporaryFolder } from '../../helpers/repository.ts';

let repository: Repository;
let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  repository = new Repository();
  folder = temporaryFolder('spool');
  repository.write('a.txt', 'one\n');
  repository.commit('first');
  repository.write('a.txt', 'one \ntwo\n');
});
afterEach(() => {
  repository.remove();
  folder.remove();
});

const context = { signal: new AbortController().signal };
const at = (name: string) => join(folder.path, name);
const manifestAt = (path: string) => manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')));

/** What a request is for, and all that its tasks make of what the spool keeps of it. */
const open = async (wanted: { readonly range?: string; readonly patch?: string }) => {
  const request = { mode: 'review', cwd: repository.path, ...wanted } as const;
  const { source: found, capabilities: provided, copied } = await inspectSource(request, context);
  const source = sourceSchema.parse(JSON.parse(JSON.stringify(found)));
  if (source.kind !== 'change') throw new Error('it is no change');
  const [patch, manifest] = [at('patch.diff'), at('manifest.json')];
  await prepareDiff(
    { task: 'prepare-diff', source, input: copied ?? '', patch, manifest },
    context,
  );
  const [fileId = ''] = manifestAt(manifest).files.map(({ id }) => id);
  return {
    source,
    provided,
    manifest: manifestAt(manifest),
    side: async () => {
      const output = at('side');
      await readSide({ task: 'read-side', source, manifest, fileId, side: 'new', output }, context);
      return readFileSync(output, 'utf8');
    },
    hidden: async () => {
      const output = { patch: at('less.diff'), manifest: at('less.json') };
      await hideWhitespace(
        { task: 'hide-whitespace', source, from: { patch, manifest }, ...output },
        context,
      );
      return manifestAt(output.manifest);
    },
  };
};

describe('each provider', () => {
  it.each<[string, string, () => Parameters<typeof open>[0]]>([
    ['a work tree', 'git', () => ({})],
    ['a commit', 'git', () => ({ range: repository.commit('second') })],
    [
      'a patch',
      'patch',
      () => {
        mkdirSync(at('given'));
        writeFileSync(at('given/a.patch'), repository.git('diff'));
        return { patch: at('given/a.patch') };
      },
    ],
  ])('of %s gives what it says, from what a spool keeps', async (_, provider, wanted) => {
    const { source, provided, manifest, side, hidden } = await open(wanted());
    const can = new Set(provided.filter((one) => manifest.lacks?.includes(one) !== true));
    expect(source.provider).toBe(provider);
    expect(manifest.files).toMatchObject([{ path: 'a.txt', additions: 2, deletions: 1 }]);
    expect((await hidden()).files).toMatchObject([{ path: 'a.txt', additions: 1, deletions: 0 }]);
    if (can.has('sides')) expect(await side()).toBe('one \ntwo\n');
    else await expect(side()).rejects.toMatchObject({ code: 'not_found' });
    const again = refreshChange({ source }, context);
    if (can.has('refresh')) expect((await again).source).toEqual(source);
    else await expect(again).rejects.toMatchObject({ code: 'not_found' });
    expect(manifest.worktreeState !== undefined).toBe(can.has('refresh'));
  });
});
