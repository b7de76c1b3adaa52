import type { ChangedFile } from '../placement/manifest.ts';

/** A file with more changed lines than this is collapsed until the reader asks for it. */
export const giantFileLines = 5000;

/** Whether a file is collapsed at first. */
export const isGiant = ({ additions, deletions }: ChangedFile): boolean =>
  additions + deletions > giantFileLines;

/** Whether there is patch text to load at all. */
export const hasPatchText = ({ hunks, isBinary }: ChangedFile): boolean =>
  !isBinary && hunks.length > 0;
