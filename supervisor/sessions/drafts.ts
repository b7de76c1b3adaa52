import { createHash } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { GalleyError } from '../../shared/errors.ts';
import { reasonOf } from '../../shared/node/secure-folder.ts';
import { draftEndBytes, parseDraftEnd } from '../../shared/session/draft.ts';

/** The part of a draft's file name that says what was being reviewed. */
export const draftKey = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 24);

interface DraftFor {
  readonly folder: string;
  readonly key: string;
  readonly id: string;
  readonly isRunning: (id: string) => boolean;
}

/**
 * The draft file of a session: `KEY.ID.json`. Of the words that lost sessions of the same thing have left, the newest
 * are handed to the new one; older ones wait for the next, and those of a session that runs stay with it.
 * @throws GalleyError `storage_failed`
 */
export const claimDraft = async ({ folder, key, id, isRunning }: DraftFor): Promise<string> => {
  const path = join(folder, `${key}.${id}.json`);
  const left = (await namesIn(folder)).filter((name) => {
    const owner = ownerOf(name, key);
    return owner !== undefined && !isRunning(owner);
  });
  for (const words of await newestFirst(left.map((name) => join(folder, name))))
    if (await isMoved(words, path)) break;
  return path;
};

/** Removes the words of a session, which were sent with its decision. Never rejects: what stays is only offered again. */
export const discardDraft = async (folder: string, id: string): Promise<void> => {
  const names = await readdir(folder).catch(() => []);
  for (const name of names)
    if (name.endsWith(`.${id}.json`))
      await rm(join(folder, name), { force: true }).catch(() => undefined);
};

/** The session whose words of a thing stand in a file of this name; undefined where they are another's, or half-written. */
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

/** Those of the files that hold words. A mark of deletion, which an earlier release has left, speaks for its file alone. */
const newestFirst = async (paths: readonly string[]): Promise<string[]> => {
  const words: { path: string; savedAt: string }[] = [];
  for (const path of paths) {
    const end = parseDraftEnd(await endOf(path));
    if (end?.isDeleted === true) await rm(path, { force: true }).catch(() => undefined);
    else if (end !== undefined) words.push({ path, savedAt: end.savedAt });
  }
  return words
    .toSorted((one, other) => (one.savedAt < other.savedAt ? 1 : -1))
    .map(({ path }) => path);
};

/** Nothing where it cannot be read: what was claimed meanwhile, or is damaged, keeps no session from opening. */
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

/** Two sessions of the same thing may claim at once: the words go to one of them. */
const isMoved = (from: string, to: string): Promise<boolean> =>
  rename(from, to).then(
    () => true,
    () => false,
  );
