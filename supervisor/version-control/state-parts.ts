import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { SourceChange } from '../../shared/session/source-change.ts';

/** What a state was made of, to tell what has changed since. */
export interface StateParts {
  /** Which commits are compared. */
  readonly commits: string;
  /** A fingerprint of each file that is changed, by its path. */
  readonly files: ReadonlyMap<string, string>;
}

/** Paths are no keys of an object: one may be `__proto__`. */
const savedSchema = z.object({
  commits: z.string(),
  files: z.array(z.tuple([z.string(), z.string()])),
});

/** The parts as a text for a file. */
export const partsText = ({ commits, files }: StateParts): string =>
  JSON.stringify({ commits, files: [...files] } satisfies z.infer<typeof savedSchema>);

/** Undefined if the file is missing or damaged: then only is known that something has changed. */
export const loadParts = async (path: string): Promise<StateParts | undefined> => {
  try {
    const { commits, files } = savedSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    return { commits, files: new Map(files) };
  } catch {
    return undefined;
  }
};

const maxNamed = 3;

/** What differs between two states; undefined if nothing that can be named. */
export const changeBetween = (before: StateParts, now: StateParts): SourceChange | undefined => {
  const hasOtherCommits = before.commits !== now.commits;
  const isOther = (path: string) => now.files.get(path) !== before.files.get(path);
  // What has been committed is no longer changed, but the same.
  const all = hasOtherCommits ? now.files : new Map([...before.files, ...now.files]);
  const paths = [...all.keys()].filter(isOther).toSorted();
  if (!hasOtherCommits && paths.length === 0) return undefined;
  return { hasOtherCommits, paths: paths.slice(0, maxNamed), count: paths.length };
};
