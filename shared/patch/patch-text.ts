import { opensHunk, readHunkHeader, type HunkHeader, type HunkRange } from './hunk-header.ts';
import {
  contextLine,
  isAsSaid,
  isSignature,
  isStripped,
  openHunk,
  takeLine,
} from './hunk-lines.ts';
import { readGitNames } from './file-header.ts';

/** A hunk with its lines, all of them with their marks and without line feeds. */
export interface TextHunk {
  readonly header: HunkHeader;
  readonly headerLine: string;
  readonly body: readonly string[];
}

/** What one file's patch turned out to be: hunks that may be parsed, none at all, or text whose hunk headers lie. */
export type PatchText =
  | { readonly kind: 'hunks'; readonly hunks: readonly TextHunk[] }
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'invalid';
      /** Lines outside of hunks, a header that is none, or one that lies about its lines. */
      readonly reason: 'outside' | 'header' | 'count';
      /** 1-based, of the patch. */
      readonly line: number;
    };

/**
 * Takes the hunks out of one file's patch and checks that each has the lines that its header announces, since the
 * diff library crashes on headers that lie (pierrecomputer/pierre#1094). An empty line where an editor stripped the
 * space of an empty context line gets it back.
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
    if (!isAsSaid(hunk)) return invalid('count');
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

/** The first line of each side. A side without lines names the line before it. */
export const firstLines = ({ oldStart, oldLines, newStart, newLines }: HunkRange) => ({
  old: oldLines === 0 ? oldStart + 1 : oldStart,
  new: newLines === 0 ? newStart + 1 : newStart,
});

/** Hunks have lines, stand in order and do not overlap. */
const isPlaced = (hunk: HunkRange, last: HunkRange | undefined): boolean => {
  const first = firstLines(hunk);
  const before = last === undefined ? { old: 1, new: 1 } : firstLines(last);
  return (
    hunk.oldLines + hunk.newLines > 0 &&
    first.old >= before.old + (last?.oldLines ?? 0) &&
    first.new >= before.new + (last?.newLines ?? 0)
  );
};

/** Only what may stand after the last hunk: empty lines, the signature of a mailed patch, the next file. */
const isTrailer = (lines: readonly string[], at: number): boolean => {
  const line = lines[at] ?? '';
  return (
    isSignature(line) ||
    readGitNames(line) !== undefined ||
    lines.slice(at).every((rest) => rest.trim() === '')
  );
};
