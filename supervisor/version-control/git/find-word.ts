import { realpath } from 'node:fs/promises';
import { pathBelow } from '../../../shared/node/path-name.ts';
import type { CutReason } from '../../../shared/session/navigation.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import {
  asText,
  LineRecords,
  matcherOf,
  maxLineBytes,
  searchLimitMs,
  streamFiles,
  type FoundLine,
  type IsMatch,
} from '../found-lines.ts';
import { isProjectPath } from '../project-files.ts';
import type { WantedWord } from '../provider.ts';
import { readPaths, sideOf } from './read-files.ts';
import type { ResolvedRange } from './resolve-range.ts';
import { runGit } from './run-git.ts';
import { readIndexEntries } from './worktree/index-copy.ts';
import { readPlainFile } from '../../../shared/node/plain-file.ts';

/** What git does not search in the work tree is read here: so many files, of so many bytes each. */
const maxOwnFiles = 2000;
const maxOwnBytes = 1024 * 1024;

const options = [
  'grep',
  '-nzaF',
  '--full-name',
  '--no-color',
  '--no-column',
  '--no-textconv',
  '--no-recurse-submodules',
  // The setting could ask for any number.
  '--threads=0',
];

/**
 * Finds the lines with a word in the files of a side, as `git grep -w` does, or with a part of one, as `git grep -i` does;
 * binary files are left out.
 * @returns why not everything was searched, if so
 * @throws GalleyError as runGit does
 */
export const findWord = async (
  range: ResolvedRange,
  wanted: WantedWord,
  context: TaskContext,
): Promise<CutReason | undefined> => {
  const at = sideOf(range, wanted.side);
  const cwd = range.topLevel;
  const isWorktree = at === 'worktree';
  const own = isWorktree ? ownFiles(range, context) : undefined;
  // It is awaited below.
  own?.catch(() => undefined);
  const isInside = isWorktree ? await insideOf(cwd) : () => Promise.resolve(true);
  const tree = isWorktree ? [] : [at === 'index' ? '--cached' : at];
  const hidden = new Set(isWorktree ? await hiddenFiles(cwd, context) : []);
  const args = [...options, wanted.isPart === true ? '-i' : '-w', '-e', wanted.word, ...tree];
  const records = new LineRecords('\0', at === 'index' || isWorktree ? '' : `${at}:`);
  const end = await streamFiles(
    {
      // 1: no matches.
      run: (run) => runGit({ cwd, args, okExitCodes: [0, 1], ...run }),
      take: (part) => records.take(part),
      onFile: async ({ path, lines }) => {
        if (hidden.has(path) || !(await isInside(path))) return true;
        return wanted.onFile({ path, lines });
      },
    },
    context,
  );
  if (end !== undefined || own === undefined) return end === 'stopped' ? 'count' : end;
  return searchOwn(cwd, [...hidden, ...(await own)], wanted);
};

/** Tells whether a file's folder is inside, and no link: git would follow that. */
const insideOf = async (topLevel: string): Promise<(path: string) => Promise<boolean>> => {
  const root = await realpath(topLevel);
  const known = new Map<string, Promise<boolean>>();
  const isThere = async (folder: Buffer): Promise<boolean> =>
    (await realpath(folder, { encoding: 'buffer' }).catch(() => undefined))?.equals(folder) ===
    true;
  return (path) => {
    const absolute = pathBelow(root, path);
    const folder = absolute.subarray(0, absolute.lastIndexOf('/'));
    const key = folder.toString('latin1');
    const found = known.get(key) ?? isThere(folder);
    known.set(key, found);
    return found;
  };
};

/** Files that git was told to take as unchanged, or to skip: it would search what it knows of them. */
const hiddenFiles = async (cwd: string, context: TaskContext): Promise<string[]> => {
  const { hidden } = await readIndexEntries({ cwd, context });
  return [...hidden.assumedUnchanged, ...hidden.skipped];
};

/** Untracked files. */
const ownFiles = (range: ResolvedRange, context: TaskContext): Promise<string[]> =>
  readPaths(range, context, 'untracked');

const searchOwn = async (
  topLevel: string,
  paths: readonly string[],
  { onFile, ...wanted }: WantedWord,
): Promise<CutReason | undefined> => {
  const startedMs = performance.now();
  const isMatch = matcherOf(wanted);
  for (const path of paths.slice(0, maxOwnFiles)) {
    if (performance.now() - startedMs > searchLimitMs) return 'time';
    if (!isProjectPath(path)) continue;
    // Whatever is not a file inside has no lines.
    const found = await readPlainFile(topLevel, path, maxOwnBytes).catch(() => undefined);
    if (found?.content === undefined || found.isLink) continue;
    const lines = linesWith(isMatch, found.content.toString('latin1'));
    if (lines.some(({ text }) => text.includes('\0'))) continue;
    if (lines.length > 0 && !(await onFile({ path, lines: lines.map(asText) }))) return 'count';
  }
  return paths.length > maxOwnFiles ? 'files' : undefined;
};

const linesWith = (isMatch: IsMatch, content: string): Omit<FoundLine, 'path'>[] =>
  isMatch(content)
    ? content.split('\n').flatMap((text, at) => {
        if (!isMatch(text)) return [];
        return { line: at + 1, text: text.slice(0, maxLineBytes) };
      })
    : [];
