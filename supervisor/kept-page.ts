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

interface KeptPageOptions {
  /** Folder of the page as it was built. */
  readonly built: string;
  /** Folder in which the page of each release is kept. */
  readonly folder: string;
  readonly logger: Logger;
}

/**
 * The page of this release in a place of its own. An update replaces the built one, while the sessions that were opened
 * before go on and serve theirs.
 */
export class KeptPage {
  readonly #options: KeptPageOptions;
  #kept: string | undefined;

  constructor(options: KeptPageOptions) {
    this.#options = options;
  }

  /** Where to serve it from: the kept one as soon as it is there. */
  get path(): string {
    return this.#kept ?? this.#options.built;
  }

  /** Keeps it, unless it is kept already. A failure leaves the built one in use. */
  async keep(): Promise<void> {
    const { built, folder, logger } = this.#options;
    try {
      // It names every other file with a hash of its content.
      const index = await readFile(join(built, 'index.html'));
      const hash = createHash('sha256').update(index).digest('hex').slice(0, 12);
      const kept = join(folder, `${release}-${hash}`);
      if (!(await isThere(kept))) await copyWhole(built, kept);
      const now = new Date();
      await utimes(kept, now, now);
      this.#kept = kept;
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

/** Copies a folder so that it appears whole or not at all. */
const copyWhole = async (from: string, to: string): Promise<void> => {
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
      // A copy has the mode of what was installed.
      await chmod(target, 0o600);
    }
  }
};
