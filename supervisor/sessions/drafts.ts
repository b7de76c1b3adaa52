import { createHash } from 'node:crypto';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { GalleyError } from '../../shared/errors.ts';
import { reasonOf } from '../../shared/node/secure-folder.ts';

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
 * The draft file of a session: `KEY.ID.json`. Words that a lost session of the same thing left behind are handed
 * to the new one; those of a session that runs stay with it.
 * @throws GalleyError `storage_failed`
 */
export const claimDraft = async ({ folder, key, id, isRunning }: DraftFor): Promise<string> => {
  const path = join(folder, `${key}.${id}.json`);
  const left = (await namesIn(folder)).find((name) => {
    const owner = ownerOf(name, key);
    return owner !== undefined && !isRunning(owner);
  });
  // Two sessions of the same thing may claim at once: one of them finds it gone.
  if (left !== undefined) await rename(join(folder, left), path).catch(() => undefined);
  return path;
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
      `The folder of unsent words ${folder} cannot be read (${reasonOf(cause)}). Correct it, then try again.`,
      { cause },
    );
  }
};
