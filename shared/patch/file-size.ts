import type { ChangedFile } from '../placement/manifest.ts';

/** Files with more changed lines start collapsed. */
const giantFileLines = 5000;

/** Whether a file starts collapsed. */
export const isGiant = ({ additions, deletions }: ChangedFile): boolean =>
  additions + deletions > giantFileLines;

/** Whether there is patch text to load at all. */
export const hasPatchText = ({ hunks, isBinary }: ChangedFile): boolean =>
  !isBinary && hunks.length > 0;
