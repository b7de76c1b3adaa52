import { lstat, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { GalleyError } from '../../shared/errors.ts';
import { createFileOnce, replaceEntry, storageError } from '../../shared/node/atomic-file.ts';
import { textHash } from '../../shared/node/document-source.ts';
import { readPlainFile } from '../../shared/node/plain-file.ts';
import type { NoteSaved } from '../../shared/session/note.ts';
import { maxNotesOfName } from '../../shared/limits.ts';

interface NoteFile {
  /** What it is a note of; a later note of the same replaces it. */
  readonly subject: string;
  readonly text: string;
  /** The file's name; from 2 on with the number. */
  readonly nameOf: (number: number) => string;
}

interface Written {
  /** Real path. */
  readonly folder: string;
  readonly name: string;
  readonly bytes: number;
  readonly hash: string;
}

/**
 * The notes that a session has written. Nothing else is ever replaced, whatever its front matter claims: a file counts
 * as the session's own while its content is exactly what was written.
 */
export class Notes {
  readonly #written = new Map<string, Written>();

  /**
   * Writes a note in a folder, without following links in it. Not to be called again before that is done.
   * @throws GalleyError `file_not_found` or `storage_failed`; nothing has changed then
   */
  async write(folder: string, { subject, text, nameOf }: NoteFile): Promise<NoteSaved> {
    const real = await requireFolder(folder);
    const last = this.#written.get(subject);
    const isReplaced = last?.folder === real && (await isUnchanged(last));
    if (isReplaced) await replaceEntry(join(real, last.name), text);
    const name = isReplaced ? last.name : await createNote(real, text, nameOf);
    const bytes = Buffer.byteLength(text);
    this.#written.set(subject, { folder: real, name, bytes, hash: textHash(text) });
    return { path: join(real, name), isReplaced };
  }
}

/** Under the first name that is free. @returns the name */
const createNote = async (
  folder: string,
  text: string,
  nameOf: NoteFile['nameOf'],
): Promise<string> => {
  for (let number = 1; number <= maxNotesOfName; number += 1) {
    const name = nameOf(number);
    const path = join(folder, name);
    if (!(await isTaken(path)) && (await createFileOnce(path, text))) return name;
  }
  throw new GalleyError(
    'storage_failed',
    `There are ${maxNotesOfName} files with the name of this note in ${folder}. Nothing was saved. Remove some and try again.`,
  );
};

/** By anything, such as a link that leads nowhere. */
const isTaken = async (path: string): Promise<boolean> => {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw storageError(path, error);
  }
};

/** Whether a note is still what was written: a reader's own additions are never replaced. */
const isUnchanged = async ({ folder, name, bytes, hash }: Written): Promise<boolean> => {
  // A note that cannot be read is not replaced.
  const found = await readPlainFile(folder, name, bytes).catch(() => undefined);
  return found?.isLink === false && found.content !== undefined && textHash(found.content) === hash;
};

/** @returns its real path */
const requireFolder = async (path: string): Promise<string> => {
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder)
    throw new GalleyError(
      'file_not_found',
      `The folder for notes, ${path}, is not there. Create it, or choose another one: \`galley config set notesFolder FOLDER\`.`,
    );
  return realpath(path);
};
