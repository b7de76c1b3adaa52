/** A hunk's lines on both sides, 1-based. An empty side has the number of the line before it. */
export interface HunkRange {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

export interface HunkHeader extends HunkRange {
  /** The text after the numbers, verbatim: usually the enclosing function. */
  readonly heading: string;
}

// At most nine digits, so that sums stay exact.
const pattern = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@([^]*)$/u;

/** Whether a line outside a hunk opens one. */
export const opensHunk = (line: string): boolean => line.startsWith('@@');

/** Parses a hunk header; undefined if invalid. */
export const readHunkHeader = (line: string): HunkHeader | undefined => {
  const found = pattern.exec(line);
  if (found === null) return undefined;
  const [, oldStart, oldLines = 1, newStart, newLines = 1, heading = ''] = found;
  return {
    oldStart: Number(oldStart),
    oldLines: Number(oldLines),
    newStart: Number(newStart),
    newLines: Number(newLines),
    heading,
  };
};

/** The header as a line, without a line feed. */
export const writeHunkHeader = (header: HunkHeader): string =>
  `@@ -${header.oldStart},${header.oldLines} +${header.newStart},${header.newLines} @@${header.heading}`;
