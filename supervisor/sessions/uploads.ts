import { constants } from 'node:fs';
import { copyFile, link, mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Paths } from '../../shared/node/paths.ts';
import { uploadIdOf, uploadNames } from '../../shared/node/uploads.ts';
import { sessionIdSchema } from '../../shared/session/session-id.ts';
import type { Decisions } from './decisions.ts';
import type { InUse } from './in-use.ts';

/**
 * Gives a session the images of another one whose draft it is about to take over. They stay with the other one, too:
 * whoever is stopped here, or loses the draft to a third session, has lost nothing. Never rejects.
 */
export const shareUploads = async (folder: string, from: string, to: string): Promise<void> => {
  const names = await uploadNames(join(folder, from));
  if (names.length === 0) return;
  try {
    await mkdir(join(folder, to), { recursive: true, mode: 0o700 });
    for (const name of names) await shareFile(join(folder, from, name), join(folder, to, name));
  } catch {
    // Disk full: the words come without their images.
  }
};

/** A second name for the same bytes; a copy where the file system has no such thing. */
const shareFile = (from: string, to: string): Promise<void> =>
  link(from, to).catch(async ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EEXIST' && code !== 'ENOENT')
      await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  });

interface TidyOptions {
  readonly paths: Pick<Paths, 'uploadsFolder' | 'draftsFolder'>;
  readonly decisions: Pick<Decisions, 'lacks' | 'isWritten' | 'read'>;
}

/** Tidies the images of all sessions that are not running. */
export const sweepUploads = async (
  options: TidyOptions & { readonly inUse: Pick<InUse, 'hasSession'> },
): Promise<void> => {
  for (const id of await readdir(options.paths.uploadsFolder))
    if (sessionIdSchema.safeParse(id).success && !options.inUse.hasSession(id))
      await tidyUploads(id, options);
};

/**
 * Removes the images of an ended session that its decision does not name, unless there is a draft, which may name them.
 * Without a decision all go. Never rejects: the next sweep tries again.
 */
export const tidyUploads = async (
  id: string,
  { paths: { uploadsFolder, draftsFolder }, decisions }: TidyOptions,
): Promise<void> => {
  const folder = join(uploadsFolder, id);
  try {
    const names = await readdir(folder);
    const drafts = await readdir(draftsFolder);
    if (!decisions.isWritten(id) || drafts.some((name) => name.includes(`.${id}.json`))) return;
    const isGone = await decisions.lacks(id);
    const named = isGone ? new Set() : await namesIn(decisions.read(id), names);
    for (const name of names) if (!named.has(name)) await rm(join(folder, name), { force: true });
    if (named.size === 0) await rmdir(folder);
  } catch {
    // Nothing was uploaded, or it is busy.
  }
};

/** The ids' length. */
const overlap = 36;

/** Which of these files a decision names. It is searched as text: it may be large, and nothing else is wanted. */
const namesIn = async (
  decision: AsyncIterable<unknown>,
  names: readonly string[],
): Promise<ReadonlySet<string>> => {
  const left = new Map(names.map((name) => [name, uploadIdOf(name)]));
  const named = new Set<string>();
  let tail = '';
  for await (const part of decision) {
    const text = tail + String(part);
    for (const [name, uploadId] of left)
      if (uploadId !== undefined && text.includes(uploadId)) {
        named.add(name);
        left.delete(name);
      }
    tail = text.slice(-overlap);
  }
  return named;
};
