import { GalleyError } from '../../../../shared/errors.ts';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import type { Applied, ProjectChange, Suggestion } from '../../../../shared/session/staging.ts';
import { isProjectPath } from '../../project-files.ts';
import type { WantedSuggestions } from '../../provider.ts';
import type { ResolvedRange } from '../resolve-range.ts';
import { refuseConverted, storedForm } from './check-sides.ts';
import { linesOf } from './edits.ts';
import { readIndex, type Repository } from './index-entries.ts';
import { makeChange } from './kept-changes.ts';
import { changedSince, readWorktreeEntry, type WorktreeEntry } from '../../worktree-entry.ts';

interface ApplyOptions {
  /** Where what undoes it is kept. */
  readonly folder: string;
  readonly range: ResolvedRange;
  readonly repository: Repository;
}

/** A suggestion and its place in the list. */
interface Listed extends Suggestion {
  readonly index: number;
}

/**
 * Applies suggestions to the work tree, file by file. One whose original code does not stand there any more, or that
 * overlaps another one, is refused.
 * @throws GalleyError as the writing does
 */
export const applySuggestions = async (
  { suggestions, files }: WantedSuggestions,
  options: ApplyOptions,
): Promise<Applied> => {
  const byPath = new Map<string, Listed[]>();
  for (const [index, one] of suggestions.entries())
    byPath.set(one.path, [...(byPath.get(one.path) ?? []), { ...one, index }]);
  const changes: ProjectChange[] = [];
  const refused: { index: number; reason: string }[] = [];
  for (const [path, ofFile] of byPath)
    try {
      const file = files.find((one) => one.path === path);
      const made = await applyToFile({ path, file, suggestions: ofFile }, options);
      if (made.change !== undefined) changes.push(made.change);
      refused.push(...made.refused);
    } catch (error) {
      if (!(error instanceof GalleyError) || !isRefusal.has(error.code)) throw error;
      refused.push(...ofFile.map(({ index }) => ({ index, reason: error.message })));
    }
  return { changes, refused: refused.toSorted((one, other) => one.index - other.index) };
};

const isRefusal = new Set<string>(['change_refused', 'content_changed']);

interface OfFile {
  readonly path: string;
  /** Undefined if the change does not show it. */
  readonly file: ChangedFile | undefined;
  readonly suggestions: readonly Listed[];
}

const applyToFile = async (
  { path, file, suggestions }: OfFile,
  { folder, range, repository }: ApplyOptions,
) => {
  if (!isProjectPath(path)) throw unknownFile();
  if (file === undefined && !(await readIndex(repository, [path])).has(path)) throw unknownFile();
  await refuseConverted([path], repository);
  const before = await readWorktreeEntry(repository.topLevel, path);
  if (before?.kind !== 'file') throw changedSince();
  const isAsShown = range.to === 'worktree' && isShown(before, file);
  const { lines, applied, refused } = replaceLines(
    linesOf(before.content.toString('latin1')),
    suggestions,
    isAsShown,
  );
  if (applied.length === 0) return { change: undefined, refused };
  const after = { ...before, content: Buffer.from(lines.join(''), 'latin1') };
  const change = await makeChange(
    { folder, repository },
    {
      action: 'apply',
      path,
      lines: applied.map(({ first, last }) => ({ side: 'new', first, last })),
    },
    { index: [], worktree: [{ path, before, after }] },
  );
  return { change, refused };
};

/** Whether a file is what the review shows of it. */
const isShown = (entry: WorktreeEntry, file: ChangedFile | undefined): boolean => {
  if (file?.newBlob === undefined) return false;
  try {
    storedForm(entry, file.newBlob);
    return true;
  } catch {
    return false;
  }
};

const replaceLines = (
  before: readonly string[],
  suggestions: readonly Listed[],
  isAsShown: boolean,
) => {
  const applied: Listed[] = [];
  const refused: { index: number; reason: string }[] = [];
  for (const one of suggestions) {
    const reason = reasonAgainst(one, { before, applied, isAsShown });
    if (reason === undefined) applied.push(one);
    else refused.push({ index: one.index, reason });
  }
  const lines = [...before];
  // From the last to the first, so that the numbers of those above stay right.
  for (const { first, last, suggestedCode } of applied.toSorted((a, b) => b.first - a.first)) {
    const replaced = before.slice(first - 1, last);
    lines.splice(first - 1, replaced.length, ...withEnds(codeLines(suggestedCode), replaced));
  }
  const isKept = before[0]?.startsWith(byteOrderMark) === true && !applied.some(includesMark);
  if (isKept) lines[0] = `${byteOrderMark}${withoutMark(lines[0] ?? '')}`;
  return { lines, applied, refused };
};

/** In Latin-1. */
const byteOrderMark = Buffer.from('\uFEFF').toString('latin1');

/** Whether what a suggestion replaces includes the byte order mark, which is otherwise not part of the first line. */
const includesMark = ({ first, originalCode }: Suggestion): boolean =>
  first === 1 && originalCode?.startsWith('\uFEFF') === true;

const withoutMark = (line: string): string =>
  line.startsWith(byteOrderMark) ? line.slice(byteOrderMark.length) : line;

interface Against {
  readonly before: readonly string[];
  readonly applied: readonly Listed[];
  readonly isAsShown: boolean;
}

/** Why a suggestion cannot be applied; undefined if it can. */
const reasonAgainst = (
  suggestion: Listed,
  { before, applied, isAsShown }: Against,
): string | undefined => {
  const { first, last, originalCode, suggestedCode } = suggestion;
  const replaced = before.slice(first - 1, last).map(withoutEnd);
  const code =
    first > 1 || includesMark(suggestion)
      ? replaced
      : replaced.map((line, at) => (at === 0 ? withoutMark(line) : line));
  const isThere =
    originalCode === undefined
      ? isAsShown && code.length === last - first + 1
      : code.length > 0 && isEqual(code, codeLines(originalCode || '\n'));
  if (!isThere) return 'The code that it replaces does not stand there any more.';
  if (applied.some((other) => first <= other.last && other.first <= last))
    return 'It overlaps another suggestion that was applied.';
  return isEqual(code, codeLines(suggestedCode))
    ? 'It does not differ from what is there.'
    : undefined;
};

/** The lines of a text as bytes in Latin-1, without line ends; none of an empty text. */
const codeLines = (text: string): string[] =>
  linesOf(Buffer.from(text).toString('latin1')).map(withoutEnd);

const withoutEnd = (line: string): string => line.replace(/\r?\n$|\r$/u, '');

const isEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((line, index) => line === other[index]);

/** Lines with the line ends of those that they replace; only the last line of a file may have none. */
const withEnds = (lines: readonly string[], replaced: readonly string[]): string[] => {
  const end = replaced[0]?.endsWith('\r\n') === true ? '\r\n' : '\n';
  const isLastOpen = replaced.at(-1)?.endsWith('\n') === false;
  return lines.map((line, index) =>
    isLastOpen && index === lines.length - 1 ? line : `${line}${end}`,
  );
};

const unknownFile = (): GalleyError =>
  new GalleyError('change_refused', 'This file is neither shown here nor known to git.');
