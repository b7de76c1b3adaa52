import { createHash } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { GalleyError } from '../../shared/errors.ts';
import { reasonOf } from '../../shared/node/secure-folder.ts';
import { draftEndBytes, parseDraftEnd } from '../../shared/session/draft.ts';
import { shareUploads } from './uploads.ts';

/** The part of a draft's file name that identifies what is reviewed. */
export const draftKey = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 24);

interface DraftFor {
  readonly folder: string;
  /** Where its images are. */
  readonly uploadsFolder: string;
  readonly key: string;
  readonly id: string;
  readonly isRunning: (id: string) => boolean;
}

/**
 * The draft file of a session: `KEY.ID.json`. A new session takes over the newest draft that a lost session of the same
 * thing left behind; older ones wait for the next session. Drafts of running sessions stay theirs.
 * @throws GalleyError `storage_failed`
 */
export const claimDraft = async ({
  folder,
  uploadsFolder,
  key,
  id,
  isRunning,
}: DraftFor): Promise<string> => {
  const path = join(folder, `${key}.${id}.json`);
  const left = (await namesIn(folder)).filter((name) => {
    const owner = ownerOf(name, key);
    return owner !== undefined && !isRunning(owner);
  });
  for (const draft of await newestFirst(left.map((name) => join(folder, name)))) {
    // Before the draft that names them.
    await shareUploads(uploadsFolder, ownerOf(basename(draft), key) ?? '', id);
    if (await tryRename(draft, path)) break;
  }
  return path;
};

/** Removes a session's draft once it was sent with the decision. Never rejects: a leftover is only offered again. */
export const discardDraft = async (folder: string, id: string): Promise<void> => {
  const names = await readdir(folder).catch(() => []);
  for (const name of names)
    if (name.endsWith(`.${id}.json`))
      await rm(join(folder, name), { force: true }).catch(() => undefined);
};

/** The session that a draft file belongs to; undefined if it is for another key, or partial. */
const ownerOf = (name: string, key: string): string | undefined => {
  const [nameKey, owner, ...ending] = name.split('.');
  return nameKey === key && ending.join('.') === 'json' ? owner : undefined;
};

const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder);
  } catch (cause) {
    throw new GalleyError(
      'storage_failed',
      `The drafts folder ${folder} cannot be read (${reasonOf(cause)}). Fix it and try again.`,
      { cause },
    );
  }
};

/** Only files with a draft. A deletion mark, left by an earlier release, concerns only its own file. */
const newestFirst = async (paths: readonly string[]): Promise<string[]> => {
  const drafts: { path: string; savedAt: string }[] = [];
  for (const path of paths) {
    const end = parseDraftEnd(await endOf(path));
    if (end?.isDeleted === true) await rm(path, { force: true }).catch(() => undefined);
    else if (end !== undefined) drafts.push({ path, savedAt: end.savedAt });
  }
  return drafts
    .toSorted((one, other) => (one.savedAt < other.savedAt ? 1 : -1))
    .map(({ path }) => path);
};

/** Empty if it cannot be read: a draft that was just claimed, or is damaged, must not keep a session from opening. */
const endOf = async (path: string): Promise<string> => {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const length = Math.min(size, draftEndBytes);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
      return buffer.toString('latin1', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return '';
  }
};

/** Two sessions may claim the same draft at once: only one rename succeeds. */
const tryRename = (from: string, to: string): Promise<boolean> =>
  rename(from, to).then(
    () => true,
    () => false,
  );
