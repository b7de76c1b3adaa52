import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import {
  chmod,
  copyFile,
  mkdir,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../shared/node/logger.ts';
import { release } from '../shared/node/release.ts';

interface PageSnapshotOptions {
  /** Folder of the built page. */
  readonly built: string;
  /** Folder with a copy of the page for each release. */
  readonly folder: string;
  readonly logger: Logger;
}

/**
 * A copy of this release's page. An update overwrites the built page while sessions opened before it still serve
 * theirs.
 */
export class PageSnapshot {
  readonly #options: PageSnapshotOptions;
  #copy: string | undefined;

  constructor(options: PageSnapshotOptions) {
    this.#options = options;
  }

  /** The folder to serve from: the copy once there is one. */
  get path(): string {
    return this.#copy ?? this.#options.built;
  }

  /** Copies the page unless there is a copy already. On failure the built page stays in use. */
  async save(): Promise<void> {
    const { built, folder, logger } = this.#options;
    try {
      // index.html refers to every other file by a content hash, so its own hash covers them all.
      const index = await readFile(join(built, 'index.html'));
      const hash = createHash('sha256').update(index).digest('hex').slice(0, 12);
      const copy = join(folder, `${release}-${hash}`);
      if (!(await isThere(copy))) await copyAtomically(built, copy);
      const now = new Date();
      await utimes(copy, now, now);
      this.#copy = copy;
    } catch (error) {
      logger.warn({ err: error }, 'the page could not be kept for a later update');
    }
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const copyAtomically = async (from: string, to: string): Promise<void> => {
  const temporary = `${to}.${process.pid}.tmp`;
  await rm(temporary, { recursive: true, force: true });
  try {
    await copyFolder(from, temporary);
    await rename(temporary, to);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
};

const copyFolder = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target);
    else {
      await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      // The copy inherits the mode of the installed file.
      await chmod(target, 0o600);
    }
  }
};
