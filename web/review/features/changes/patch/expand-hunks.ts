import {
  contextLine,
  noLineFeed,
  writeHunkHeader,
} from '../../../../../shared/patch/hunk-lines.ts';
import { firstLines, type TextHunk } from '../../../../../shared/patch/patch-text.ts';

/** What is known of a file beyond its patch: lines of the new side by number, and where the file ends. */
export interface FileContext {
  readonly lines: ReadonlyMap<number, string>;
  readonly end?: { readonly total: number; readonly endsWithNewline: boolean };
}

/** A hunk under construction, by the first line of each side. */
interface GrowingHunk {
  readonly first: ReturnType<typeof firstLines>;
  oldLines: number;
  newLines: number;
  readonly heading: string;
  readonly body: string[];
}

/**
 * Adds known lines around hunks, as far as they are contiguous; merges hunks if everything between is known. Context
 * lines are the same on both sides, so those of the new side suffice.
 */
export const expandHunks = (
  hunks: readonly TextHunk[],
  { lines, end }: FileContext,
): TextHunk[] => {
  const expanded: GrowingHunk[] = [];
  let lastLine = 0;
  for (const { header, body } of hunks) {
    const first = firstLines(header);
    const above = knownAbove(lines, first.new, lastLine);
    const newFirst = first.new - above.length;
    let hunk = expanded.at(-1);
    if (hunk === undefined || newFirst > lastLine + 1) {
      if (hunk !== undefined) append(hunk, knownBelow(lines, lastLine, first.new));
      // The heading names what is above the hunk; there is nothing above the first line.
      const heading = newFirst <= 1 ? '' : header.heading;
      const at = { old: first.old - above.length, new: newFirst };
      expanded.push((hunk = { first: at, oldLines: 0, newLines: 0, heading, body: [] }));
    }
    append(hunk, above);
    append(hunk, body, header);
    lastLine = first.new + header.newLines - 1;
  }
  const last = expanded.at(-1);
  if (last !== undefined) {
    const below = knownBelow(lines, lastLine, Infinity);
    append(last, below);
    if (below.length > 0 && end?.total === lastLine + below.length && !end.endsWithNewline)
      last.body.push(noLineFeed);
  }
  return expanded.map(grown);
};

/** Known lines directly above `first`, down to but excluding `last`, as context in file order. */
const knownAbove = (lines: FileContext['lines'], first: number, last: number): string[] => {
  let from = first;
  while (from - 1 > last && lines.has(from - 1)) from -= 1;
  return knownBelow(lines, from - 1, first);
};

/** Known lines directly below `last`, up to but excluding `first`, as context. */
const knownBelow = (lines: FileContext['lines'], last: number, first: number): string[] => {
  const known: string[] = [];
  for (let at = last + 1; at < first; at += 1) {
    const line = lines.get(at);
    if (line === undefined) break;
    known.push(contextLine(line));
  }
  return known;
};

const append = (
  hunk: GrowingHunk,
  lines: readonly string[],
  { oldLines, newLines } = { oldLines: lines.length, newLines: lines.length },
): void => {
  for (const line of lines) hunk.body.push(line);
  hunk.oldLines += oldLines;
  hunk.newLines += newLines;
};

const grown = ({ first, oldLines, newLines, heading, body }: GrowingHunk): TextHunk => {
  // An empty side refers to the line before it.
  const oldStart = oldLines === 0 ? first.old - 1 : first.old;
  const newStart = newLines === 0 ? first.new - 1 : first.new;
  const header = { oldStart, oldLines, newStart, newLines, heading };
  return { header, headerLine: writeHunkHeader(header), body };
};
