import { structuredPatch } from 'diff';
import { showPath } from '../visible-text.ts';

interface Compared {
  /** As named in the diff, on both sides. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Effort for the shortest diff, before all lines between the first and the last that differ are replaced. */
const limits = { timeout: 100, maxEditLength: 3000 } as const;
const contextLines = 3;
const noNewline = '\\ No newline at end of file';

/** The unified diff of two texts; empty if they are equal. */
export const unifiedDiff = ({ path, before, after }: Compared): string => {
  if (before === after) return '';
  const name = showPath(path);
  const hunks = structuredPatch(name, name, before, after, undefined, undefined, {
    context: contextLines,
    ...limits,
  })?.hunks ?? [replacedLines(linesOf(before), linesOf(after))];
  const head = `--- a/${name}\n+++ b/${name}\n`;
  return head + hunks.map((hunk) => `${headOf(hunk)}\n${hunk.lines.join('\n')}\n`).join('');
};

interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

/** A side without lines is named by the line before it. */
const headOf = ({ oldStart, oldLines, newStart, newLines }: Hunk): string =>
  `@@ -${oldLines === 0 ? oldStart - 1 : oldStart},${oldLines} +${newLines === 0 ? newStart - 1 : newStart},${newLines} @@`;

/** A text's lines with their ends. */
const linesOf = (text: string): string[] => {
  const lines = text.split('\n').map((line) => `${line}\n`);
  const last = (lines.pop() ?? '').slice(0, -1);
  return last === '' ? lines : [...lines, last];
};

const replacedLines = (before: readonly string[], after: readonly string[]): Hunk => {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  const from = Math.max(0, start - contextLines);
  const to = Math.min(same, contextLines);
  const oldEnd = before.length - same + to;
  const newEnd = after.length - same + to;
  return {
    oldStart: from + 1,
    oldLines: oldEnd - from,
    newStart: from + 1,
    newLines: newEnd - from,
    lines: [
      ...marked(' ', before.slice(from, start)),
      ...marked('-', before.slice(start, before.length - same)),
      ...marked('+', after.slice(start, after.length - same)),
      ...marked(' ', before.slice(before.length - same, oldEnd)),
    ],
  };
};

const marked = (mark: string, lines: readonly string[]): string[] =>
  lines.flatMap((line) =>
    line.endsWith('\n') ? [`${mark}${line.slice(0, -1)}`] : [`${mark}${line}`, noNewline],
  );
