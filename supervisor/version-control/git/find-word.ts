import { realpath } from 'node:fs/promises';
import { pathBelow, pathText } from '../../../shared/node/path-name.ts';
import { GalleyError } from '../../../shared/errors.ts';
import type { CutReason } from '../../../shared/session/navigation.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import { isProjectPath } from '../project-files.ts';
import type { FileLines, WantedWord } from '../provider.ts';
import { GrepRecords, maxLineBytes, type GrepLine } from './grep-records.ts';
import { readPaths, sideOf } from './read-files.ts';
import type { ResolvedRange } from './resolve-range.ts';
import { runGit } from './run-git.ts';
import { readIndexEntries } from './worktree/index-copy.ts';
import { readPlainFile } from '../../../shared/node/plain-file.ts';

const timeLimitMs = 20_000;
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
  const end = await grep(
    { cwd, args: [...options, wanted.isPart === true ? '-i' : '-w', '-e', wanted.word, ...tree] },
    context,
    {
      prefix: at === 'index' || isWorktree ? '' : `${at}:`,
      onFile: async ({ path, lines }) => {
        if (hidden.has(path) || !isProjectPath(path) || !(await isInside(path))) return true;
        return wanted.onFile({ path, lines });
      },
    },
  );
  if (end !== undefined || own === undefined) return end === 'stopped' ? 'count' : end;
  return searchOwn(cwd, [...hidden, ...(await own)], wanted);
};

interface Reading {
  /** Stands before each path. */
  readonly prefix: string;
  readonly onFile: WantedWord['onFile'];
}

const grep = async (
  call: { readonly cwd: string; readonly args: readonly string[] },
  context: TaskContext,
  { prefix, onFile }: Reading,
): Promise<'stopped' | 'time' | undefined> => {
  const stopping = new AbortController();
  const signal = AbortSignal.any([context.signal, stopping.signal]);
  const records = new GrepRecords();
  let file: { readonly path: string; readonly lines: GrepLine[] } | undefined;
  const give = async (): Promise<void> => {
    if (file === undefined || stopping.signal.aborted) return;
    const { path, lines } = file;
    file = undefined;
    // A NUL tells a binary file; attributes may tell anything.
    if (lines.some(({ text }) => text.includes('\0'))) return;
    if (!(await onFile({ path: pathText(Buffer.from(path, 'latin1')), lines: lines.map(asText) })))
      stopping.abort();
  };
  const onOutput = async (part: Buffer): Promise<void> => {
    for (const line of records.take(part)) {
      const path = line.path.slice(prefix.length);
      if (file?.path !== path) {
        await give();
        file = { path, lines: [] };
      }
      file.lines.push(line);
    }
  };
  try {
    // 1: no matches.
    const okExitCodes = [0, 1];
    await runGit({ ...call, context: { ...context, signal }, okExitCodes, timeLimitMs, onOutput });
    await give();
    return stopping.signal.aborted ? 'stopped' : undefined;
  } catch (error) {
    if (stopping.signal.aborted && !context.signal.aborted) return 'stopped';
    if (error instanceof GalleyError && error.code === 'preparation_timeout') return 'time';
    throw error;
  }
};

const asText = ({ line, text }: Omit<GrepLine, 'path'>): FileLines['lines'][number] => ({
  line,
  text: Buffer.from(text, 'latin1').toString('utf8').replace(/\r$/u, ''),
});

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
  { word, isPart, onFile }: WantedWord,
): Promise<CutReason | undefined> => {
  const startedMs = performance.now();
  const bytes = Buffer.from(word).toString('latin1');
  for (const path of paths.slice(0, maxOwnFiles)) {
    if (performance.now() - startedMs > timeLimitMs) return 'time';
    if (!isProjectPath(path)) continue;
    // Whatever is not a file inside has no lines.
    const found = await readPlainFile(topLevel, path, maxOwnBytes).catch(() => undefined);
    if (found?.content === undefined || found.isLink) continue;
    const lines = linesWith(
      isPart === true ? partOf(bytes) : wordOf(bytes),
      found.content.toString('latin1'),
    );
    if (lines.some(({ text }) => text.includes('\0'))) continue;
    if (lines.length > 0 && !(await onFile({ path, lines: lines.map(asText) }))) return 'count';
  }
  return paths.length > maxOwnFiles ? 'files' : undefined;
};

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /\w/u.test(character);

type IsMatch = (text: string) => boolean;

const linesWith = (isMatch: IsMatch, content: string): Omit<GrepLine, 'path'>[] =>
  isMatch(content)
    ? content.split('\n').flatMap((text, at) => {
        if (!isMatch(text)) return [];
        return { line: at + 1, text: text.slice(0, maxLineBytes) };
      })
    : [];

/** As git's `-i` does in the C locale. */
const partOf = (part: string): IsMatch => {
  const wanted = part.toLowerCase();
  return (text) => text.toLowerCase().includes(wanted);
};

/** As git's `-w` tells words. */
const wordOf =
  (word: string): IsMatch =>
  (text) => {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
      if (!isWordCharacter(text[at - 1]) && !isWordCharacter(text[at + word.length])) return true;
    return false;
  };
