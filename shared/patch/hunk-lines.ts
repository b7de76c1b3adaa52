/** Kind of a line in a hunk; a note says that the line before it has no line feed. */
export type LineKind = 'context' | 'deleted' | 'added' | 'note';

/** A hunk being read: its header, and the lines so far. */
export interface OpenHunk {
  readonly header: HunkHeader;
  oldSeen: number;
  newSeen: number;
  /** Lines on both sides. */
  context: number;
}

export const openHunk = (header: HunkHeader): OpenHunk => ({
  header,
  oldSeen: 0,
  newSeen: 0,
  context: 0,
});

/** Whether the header announces more lines. */
export const isDue = ({ header, oldSeen, newSeen }: OpenHunk): boolean =>
  oldSeen < header.oldLines || newSeen < header.newLines;

/** Whether the hunk has exactly the lines that its header announces. */
export const matchesHeader = ({ header, oldSeen, newSeen }: OpenHunk): boolean =>
  oldSeen === header.oldLines && newSeen === header.newLines;

export const contextLine = (text: string): string => ` ${text}`;

export const noLineFeed = '\\ No newline at end of file';

/** Whether a line is an empty context line whose space an editor stripped. */
export const isStripped = (line: string): boolean => line === '' || line === '\r';

/** The kind of the line at an offset, if it were in a hunk; undefined if it cannot be. */
export const lineKind = (text: string, at = 0): LineKind | undefined => {
  // Comparing codes is twice as fast as comparing characters.
  switch (text.charCodeAt(at)) {
    case 32:
      return 'context';
    case 43:
      return 'added';
    case 45:
      return 'deleted';
    case 92:
      return 'note';
    default:
      return /^\r?(?:\n|$)/u.test(text.slice(at, at + 2)) ? 'context' : undefined;
  }
};

/** Counts a line of the hunk. */
export const countLine = (hunk: OpenHunk, kind: LineKind): void => {
  if (kind === 'note') return;
  if (kind !== 'added') hunk.oldSeen += 1;
  if (kind !== 'deleted') hunk.newSeen += 1;
  if (kind === 'context') hunk.context += 1;
};

/**
 * Adds the next line to the hunk; undefined if the hunk has ended before it. Any line that could belong to the hunk
 * does, whatever the header says.
 */
export const takeLine = (hunk: OpenHunk, line: string): LineKind | undefined => {
  if (!isDue(hunk) && (isStripped(line) || isSignature(line))) return undefined;
  const kind = lineKind(line);
  if (kind !== undefined) countLine(hunk, kind);
  return kind;
};

/** The signature separator of a mail looks like a deletion. */
export const isSignature = (line: string): boolean => /^-- ?\r?$/u.test(line);

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
