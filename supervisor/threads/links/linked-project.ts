import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { openShownFile } from '../../../shared/node/plain-file.ts';
import { listProjectFiles, repositoryFolder } from '../../version-control/providers.ts';
import type { TaskContext } from '../task-context.ts';
import type { Project } from './reference-places.ts';

interface LinkedProjectOptions {
  /** The folder of the review. */
  readonly cwd: string;
  /** Then a folder that is in no repository has no files: nobody said that others may read it. */
  readonly isRemote: boolean;
  readonly context: TaskContext;
}

interface FoundProject extends Project {
  readonly folder: string;
  readonly isRepository: boolean;
}

/** How many files are looked at together. */
const atOnce = 16;

/** The project that texts lead into: plain files that are not hidden, and that its repository does not ignore. */
export class LinkedProject implements Project {
  readonly folder: string;
  readonly roots: readonly string[];
  readonly cwd: string;
  readonly #isRepository: boolean;
  readonly #options: LinkedProjectOptions;

  constructor(found: FoundProject, options: LinkedProjectOptions) {
    this.folder = found.folder;
    this.roots = found.roots;
    this.cwd = found.cwd;
    this.#isRepository = found.isRepository;
    this.#options = options;
  }

  /** The absolute path of a file, wherever that leads. */
  at(path: string): string {
    return join(this.folder, path);
  }

  /** A folder of the project as a path relative to it; undefined if it is not in it. */
  async within(folder: string): Promise<string | undefined> {
    const real = await realpath(folder).catch(() => undefined);
    return real === undefined ? undefined : pathBelowRoot(this.folder, real);
  }

  /** Those of the paths that lead to a file, which can be read. The paths are plain. */
  async filesAmong(paths: Iterable<string>): Promise<ReadonlySet<string>> {
    const all = [...paths];
    const there: string[] = [];
    for (let at = 0; at < all.length; at += atOnce) {
      this.#options.context.signal.throwIfAborted();
      const part = all.slice(at, at + atOnce);
      const are = await Promise.all(part.map((path) => isFile(this.folder, path)));
      there.push(...part.filter((_, index) => are[index]));
    }
    if (there.length === 0) return new Set();
    const { context, isRemote } = this.#options;
    const listed = this.#isRepository
      ? await listProjectFiles(this.folder, context, there)
      : undefined;
    if (listed === undefined) return new Set(isRemote ? [] : there);
    const known = new Set(listed);
    return new Set(there.filter((path) => known.has(path)));
  }
}

/** Finds the project around the folder of a review. @throws what `node:fs` does if that is gone */
export const findLinkedProject = async (options: LinkedProjectOptions): Promise<LinkedProject> => {
  const { cwd } = options;
  const realCwd = await realpath(cwd);
  const repository = await repositoryFolder(realCwd);
  const folder = repository ?? realCwd;
  const below = pathBelowRoot(folder, realCwd) ?? '';
  // As it was named, too, if that is by way of a link.
  const named = below === '' ? cwd : cwd.slice(0, -below.length - 1);
  const isNamedAlike = below === '' || cwd.endsWith(`/${below}`);
  const roots = [folder, ...(isNamedAlike && named !== '' ? [named] : [])];
  const isRepository = repository !== undefined;
  return new LinkedProject({ folder, isRepository, cwd: below, roots }, options);
};

const pathBelowRoot = (root: string, path: string): string | undefined => {
  const below = relative(root, path);
  return below === '..' || below.startsWith('../') || isAbsolute(below) ? undefined : below;
};

const isFile = async (folder: string, path: string): Promise<boolean> => {
  try {
    const opened = await openShownFile(folder, path);
    if (opened === undefined) return false;
    await opened.file.close();
    return true;
  } catch {
    // It is not there, or cannot be read.
    return false;
  }
};
