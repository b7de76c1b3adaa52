import {
  contextLine,
  isSignature,
  isStripped,
  matchesHeader,
  openHunk,
  opensHunk,
  readHunkHeader,
  takeLine,
  type HunkHeader,
  type HunkRange,
} from './hunk-lines.ts';
import { readGitNames } from './file-header.ts';

/** A hunk with its lines, including their markers, without line feeds. */
export interface TextHunk {
  readonly header: HunkHeader;
  readonly headerLine: string;
  readonly body: readonly string[];
}

/** Result of reading a file's patch: valid hunks, none, or invalid text. */
type PatchText =
  | { readonly kind: 'hunks'; readonly hunks: readonly TextHunk[] }
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'invalid';
      /** Lines outside of hunks, an invalid header, or one with wrong counts. */
      readonly reason: 'outside' | 'header' | 'count';
      /** 1-based, in the patch. */
      readonly line: number;
    };

/**
 * Splits a file's patch into hunks and checks that each has the lines its header announces, since the diff library
 * crashes otherwise (pierrecomputer/pierre#1094). Restores the space of empty context lines that an editor stripped.
 */
export const readPatchText = (patch: string): PatchText => {
  const lines = patch.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const first = lines.findIndex(opensHunk);
  if (first < 0) return { kind: 'empty' };
  const hunks: TextHunk[] = [];
  for (let at = first; at < lines.length;) {
    const headerLine = lines[at] ?? '';
    const invalid = (reason: 'outside' | 'header' | 'count') =>
      ({ kind: 'invalid', reason, line: at + 1 }) as const;
    if (!opensHunk(headerLine)) {
      if (isTrailer(lines, at)) break;
      return invalid('outside');
    }
    const header = readHunkHeader(headerLine);
    if (header === undefined || !isPlaced(header, hunks.at(-1)?.header)) return invalid('header');
    const hunk = openHunk(header);
    let end = at + 1;
    while (end < lines.length && takeLine(hunk, lines[end] ?? '') !== undefined) end += 1;
    if (!matchesHeader(hunk)) return invalid('count');
    const body = lines.slice(at + 1, end);
    hunks.push({
      header,
      headerLine,
      body: body.map((line) => (isStripped(line) ? contextLine(line) : line)),
    });
    at = end;
  }
  return { kind: 'hunks', hunks };
};

/** The hunks as the text of a patch. */
export const hunksText = (hunks: readonly TextHunk[]): string =>
  hunks.map(({ headerLine, body }) => `${[headerLine, ...body].join('\n')}\n`).join('');

/** The first line of each side. An empty side has the number of the line before it. */
export const firstLines = ({ oldStart, oldLines, newStart, newLines }: HunkRange) => ({
  old: oldLines === 0 ? oldStart + 1 : oldStart,
  new: newLines === 0 ? newStart + 1 : newStart,
});

/** Hunks must not be empty, out of order, or overlapping. */
const isPlaced = (hunk: HunkRange, last: HunkRange | undefined): boolean => {
  const first = firstLines(hunk);
  const before = last === undefined ? { old: 1, new: 1 } : firstLines(last);
  return (
    hunk.oldLines + hunk.newLines > 0 &&
    first.old >= before.old + (last?.oldLines ?? 0) &&
    first.new >= before.new + (last?.newLines ?? 0)
  );
};

/** Whether only what may follow the last hunk is left: empty lines, a mail signature, the next file. */
const isTrailer = (lines: readonly string[], at: number): boolean => {
  const line = lines[at] ?? '';
  return (
    isSignature(line) ||
    readGitNames(line) !== undefined ||
    lines.slice(at).every((rest) => rest.trim() === '')
  );
};
