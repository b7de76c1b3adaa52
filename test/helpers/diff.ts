import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import {
  manifestSchema,
  type ChangedFile,
  type Manifest,
} from '../../shared/placement/manifest.ts';
import { statePartsPath } from '../../shared/node/paths.ts';
import { prepareDiff } from '../../supervisor/threads/tasks/prepare-diff.ts';
import type { ChangeSource } from '../../supervisor/version-control/change-source.ts';
import {
  parseRange,
  resolveRange,
  type ResolvedRange,
} from '../../supervisor/version-control/git/resolve-range.ts';

/** The stored source for a range of a repository. */
export const rangeSource = (range: ResolvedRange): ChangeSource => ({
  kind: 'change',
  provider: 'git',
  value: { ...range },
  path: range.topLevel,
});

/** The stored source for a patch, which stays where it is. */
export const patchSource = (path: string, name = path): ChangeSource => ({
  kind: 'change',
  provider: 'patch',
  value: { path: name },
  path,
});

/** Runs `prepare-diff` in this process, with a folder for its output. */
export const prepareInto = async (
  folder: string,
  source: ChangeSource,
  maxBytes?: number,
): Promise<Manifest> => {
  const manifest = join(folder, 'manifest.json');
  await prepareDiff(
    {
      task: 'prepare-diff',
      source,
      input: source.path,
      patch: join(folder, 'patch.diff'),
      manifest,
      made: statePartsPath(folder),
      ...(maxBytes === undefined ? {} : { maxBytes }),
    },
    { signal: new AbortController().signal },
  );
  return manifestSchema.parse(JSON.parse(readFileSync(manifest, 'utf8')));
};

/** The same for a resolved range. */
export const prepareRange = async (
  folder: string,
  cwd: string,
  range?: string,
): Promise<Manifest> =>
  prepareInto(folder, rangeSource(await resolveRange({ cwd, wanted: parseRange(range) })));

/** A file's part of the patch. */
export const sectionOf = (folder: string, { offset, bytes }: ChangedFile): string => {
  const file = openSync(join(folder, 'patch.diff'), 'r');
  const section = Buffer.alloc(bytes);
  readSync(file, section, 0, bytes, offset);
  closeSync(file);
  return section.toString();
};
