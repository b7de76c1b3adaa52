import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import {
  manifestSchema,
  type ChangedFile,
  type Manifest,
} from '../../shared/placement/manifest.ts';
import { resolveRange } from '../../supervisor/version-control/git/resolve-range.ts';
import type { PrepareDiffRequest } from '../../supervisor/threads/task-requests.ts';
import { prepareDiff } from '../../supervisor/threads/tasks/prepare-diff.ts';

/** Runs `prepare-diff` in this process, into a folder. */
export const prepareInto = async (
  folder: string,
  from: PrepareDiffRequest['from'],
  maxBytes?: number,
): Promise<Manifest> => {
  const manifest = join(folder, 'manifest.json');
  await prepareDiff(
    {
      task: 'prepare-diff',
      from,
      patch: join(folder, 'patch.diff'),
      manifest,
      ...(maxBytes === undefined ? {} : { maxBytes }),
    },
    { signal: new AbortController().signal },
  );
  return manifestSchema.parse(JSON.parse(readFileSync(manifest, 'utf8')));
};

/** The same for what `resolveRange` makes of a range of a repository. */
export const prepareRange = async (
  folder: string,
  cwd: string,
  range?: string,
): Promise<Manifest> =>
  prepareInto(folder, {
    kind: 'range',
    range: await resolveRange({ cwd, ...(range === undefined ? {} : { range }) }),
  });

/** A file's part of the patch. */
export const sectionOf = (folder: string, { offset, bytes }: ChangedFile): string => {
  const file = openSync(join(folder, 'patch.diff'), 'r');
  const section = Buffer.alloc(bytes);
  readSync(file, section, 0, bytes, offset);
  closeSync(file);
  return section.toString();
};
