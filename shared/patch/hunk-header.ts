/** The lines of a hunk on both sides, 1-based. A side without lines names the line before it. */
export interface HunkRange {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

export interface HunkHeader extends HunkRange {
  /** What stands behind the numbers, as it stands there: mostly the function that the hunk is in. */
  readonly heading: string;
}

// No number is so long that adding to it loses anything.
const pattern = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@([^]*)$/u;

/** Whether a line outside of a hunk is meant to open one. */
export const opensHunk = (line: string): boolean => line.startsWith('@@');

/** What the header of a hunk says; undefined where it is no valid header. */
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
