import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import { formatBytes } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';

/** A file with more changed lines than this is collapsed until the reader asks for it. */
export const giantFileLines = 5000;

/** Whether a file is collapsed at first. */
export const isGiant = ({ additions, deletions }: ChangedFile): boolean =>
  additions + deletions > giantFileLines;

/** Whether there is patch text to load at all. */
export const hasPatchText = ({ hunks, isBinary }: ChangedFile): boolean =>
  !isBinary && hunks.length > 0;

/** What the reader has to know of a file besides its code; where it has no patch text, in place of code. */
export const noticesOf = (file: ChangedFile): readonly string[] => {
  const notice = noticeOf(file);
  const { symlink, submodule } = texts().diff.notices;
  return [
    ...(file.kind === 'symlink' ? [symlink] : []),
    ...(file.kind === 'submodule' && hasPatchText(file) ? [submodule] : []),
    ...(notice === undefined ? [] : [notice]),
  ];
};

const noticeOf = (file: ChangedFile): string | undefined => {
  if (file.notCompared !== undefined) return texts().diff.notices.notCompared[file.notCompared];
  if (hasPatchText(file)) return undefined;
  const { binary, empty, renamed, copied, noChange, undiffed, onlyWhitespace, tooLarge } =
    texts().diff.notices;
  if (file.hasOnlyWhitespace === true) return onlyWhitespace;
  if (file.tooLargeBytes !== undefined) return tooLarge(formatBytes(file.tooLargeBytes));
  if (file.isBinary) return file.setAside === 'undiffed' ? undiffed : binary[file.status];
  const modes = modeChange(file);
  switch (file.status) {
    case 'renamed':
      return modes === undefined ? renamed : `${renamed} ${modes}.`;
    case 'copied':
      return copied;
    case 'added':
      return empty.added;
    case 'deleted':
      return empty.deleted;
    case 'modified':
      return modes === undefined ? noChange : `${modes}.`;
  }
};

/** `Mode changed from 100644 to 100755`; undefined where it did not change. */
export const modeChange = ({ oldMode, newMode }: ChangedFile): string | undefined =>
  oldMode === undefined || newMode === undefined || oldMode === newMode
    ? undefined
    : texts().diff.notices.mode(oldMode, newMode);
