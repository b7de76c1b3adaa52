import { plainPath } from '../../shared/node/path-name.ts';
import {
  filesAtOnce,
  type FilesAnswer,
  type FilesQuery,
} from '../../shared/session/project-files.ts';

/**
 * Whether a path, as listed by a version control system, may be one of a project's files: relative, without detours, and
 * not inside of a folder that holds a repository, under any name by which some file system knows that folder.
 */
export const isProjectPath = (path: string): boolean =>
  plainPath(path).split('/').every(isPlainName);

const isPlainName = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !name.includes('\0') && !isRepository(name);

/** What HFS+ ignores in names. Source: git's `utf8.c`, `next_hfs_char`. */
const ignored = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;

/** NTFS ignores dots and spaces at the end, and knows streams and short names. Source: git's `is_ntfs_dotgit`. */
const isRepository = (name: string): boolean =>
  /^(?:\.(?:git|jj)|git~\d+)[. ]*(?:[:\\].*)?$/isu.test(name.replace(ignored, ''));

/** A page of the paths that match a query, the best first, else in the order given. */
export const findPaths = (
  paths: Iterable<string>,
  { q = '', after = '0' }: FilesQuery,
): FilesAnswer => {
  const words = q.toLowerCase().split(/\s+/u).filter(Boolean);
  const found: { readonly path: string; readonly rank: number }[] = [];
  for (const path of new Set(paths)) {
    const rank = rankOf(path.toLowerCase(), words);
    if (rank !== undefined && isProjectPath(path)) found.push({ path, rank });
  }
  const start = Number(after);
  const end = start + filesAtOnce;
  // Sorting is stable.
  found.sort((one, other) => one.rank - other.rank);
  return {
    paths: found.slice(start, end).map(({ path }) => path),
    total: found.length,
    ...(found.length > end ? { next: String(end) } : {}),
  };
};

/** How far a path is from what was meant, the sum of all words; undefined if it cannot have been meant. */
const rankOf = (path: string, words: readonly string[]): number | undefined => {
  let rank = 0;
  for (const word of words) {
    const distance = distanceOf(path, word);
    if (distance === undefined) return undefined;
    rank += distance;
  }
  return rank;
};

/** The name as a whole or without its extension, its start, within it, within the path, or letters in order. */
const distanceOf = (path: string, word: string): number | undefined => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name.startsWith(word)) return name === word || name[word.length] === '.' ? 0 : 1;
  if (name.includes(word)) return 2;
  if (path.includes(word)) return 3;
  if (hasInOrder(name, word)) return 4;
  return hasInOrder(path, word) ? 5 : undefined;
};

const hasInOrder = (text: string, letters: string): boolean => {
  let at = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
};
