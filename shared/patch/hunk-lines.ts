import type { HunkHeader } from './hunk-header.ts';

/** What a line of a hunk is; a note says of the line before it that it has no line feed. */
export type LineKind = 'context' | 'deleted' | 'added' | 'note';

/** A hunk that is being read: what its header says, and what came. */
export interface OpenHunk {
  readonly header: HunkHeader;
  oldSeen: number;
  newSeen: number;
  /** How many of them are of both sides. */
  context: number;
}

export const openHunk = (header: HunkHeader): OpenHunk => ({
  header,
  oldSeen: 0,
  newSeen: 0,
  context: 0,
});

/** Whether the header of the hunk promises more lines. */
export const isDue = ({ header, oldSeen, newSeen }: OpenHunk): boolean =>
  oldSeen < header.oldLines || newSeen < header.newLines;

/** Whether the hunk has the lines that its header says. */
export const isAsSaid = ({ header, oldSeen, newSeen }: OpenHunk): boolean =>
  oldSeen === header.oldLines && newSeen === header.newLines;

export const contextLine = (text: string): string => ` ${text}`;

export const noLineFeed = '\\ No newline at end of file';

/** Whether a line is an empty one of the context, whose space an editor stripped. */
export const isStripped = (line: string): boolean => line === '' || line === '\r';

/** What a line that begins somewhere in a text would be in a hunk; undefined where it cannot be in one. */
export const lineKind = (text: string, at = 0): LineKind | undefined => {
  // Codes are compared twice as fast as characters.
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

/** Counts a line that is in the hunk. */
export const countLine = (hunk: OpenHunk, kind: LineKind): void => {
  if (kind === 'note') return;
  if (kind !== 'added') hunk.oldSeen += 1;
  if (kind !== 'deleted') hunk.newSeen += 1;
  if (kind === 'context') hunk.context += 1;
};

/**
 * Takes the next line into the hunk; undefined where the hunk has ended before it. What could be a line of the hunk is
 * one, whatever the header says.
 */
export const takeLine = (hunk: OpenHunk, line: string): LineKind | undefined => {
  if (!isDue(hunk) && (isStripped(line) || isSignature(line))) return undefined;
  const kind = lineKind(line);
  if (kind !== undefined) countLine(hunk, kind);
  return kind;
};

/** The line that ends a mail begins like a deletion. */
export const isSignature = (line: string): boolean => /^-- ?\r?$/u.test(line);
