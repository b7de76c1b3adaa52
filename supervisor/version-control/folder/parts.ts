import { GalleyError } from '../../../shared/errors.ts';
import { pathBelow, pathBytes, pathText, pathWithin } from '../../../shared/node/path-name.ts';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import type { Change, ChangeRepository, ChangeWriter } from '../provider.ts';

/** A repository of the folder, and its change. */
export interface Part {
  /** Relative to the folder, as `pathText`. */
  readonly folder: string;
  readonly change: Change;
  /** Whether its change is shown, or only its files can be opened and searched. */
  readonly isCompared: boolean;
}

/** A part that has a repository. */
export interface RepositoryPart extends Part {
  readonly repository: ChangeRepository;
}

/** A part that can be written to. */
export interface WriterPart extends Part {
  readonly writer: ChangeWriter;
}

/** A path of the folder, as its part knows it. */
interface Inside<Of extends Part> {
  readonly part: Of;
  readonly path: string;
}

/** The part that holds a path of the folder; no repository is inside of another. */
export const partAt = <Of extends Part>(
  parts: readonly Of[],
  path: string,
): Inside<Of> | undefined => {
  const bytes = pathBytes(path);
  const part = parts.find(({ folder }) => {
    const start = pathBelow(folder, '');
    return bytes.length > start.length && bytes.subarray(0, start.length).equals(start);
  });
  return part && { part, path: pathWithin(part.folder, path) };
};

/** A path of a part, below the folder. */
export const below = (folder: string, path: string): string => pathText(pathBelow(folder, path));

type Names = Pick<ChangedFile, 'path' | 'oldPath'>;

/** A file of a part, below the folder. */
export const fileBelow = <File extends Names>(folder: string, file: File): File =>
  withPaths(file, (path) => below(folder, path));

/** A file of the folder, as its part knows it. */
export const fileWithin = <File extends Names>(folder: string, file: File): File =>
  withPaths(file, (path) => pathWithin(folder, path));

const withPaths = <File extends Names>(file: File, changed: (path: string) => string): File => ({
  ...file,
  path: changed(file.path),
  ...(file.oldPath === undefined ? {} : { oldPath: changed(file.oldPath) }),
});

/** How many repositories are asked at once: git waits for the disk half of the time. */
const atOnce = 4;

/**
 * Does the same with each of several repositories, some at once; the results are in their order. After a failure no
 * further one begins.
 */
export const withEach = async <Item, Result>(
  items: readonly Item[],
  run: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  const waiting = items.entries();
  let hasFailed = false;
  const work = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      if (hasFailed) return;
      try {
        results[index] = await run(item, index);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, work));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return results;
};

/** The error of a repository, with its folder. */
export const inFolder = (folder: string, cause: GalleyError): GalleyError =>
  new GalleyError(cause.code, `${folder}: ${cause.message}`, { cause });
