import type { ChangedFile } from '../../../../shared/placement/manifest.ts';

/** A file with more changed lines than this is collapsed until the reader asks for it. */
export const giantFileLines = 5000;

/** Whether a file is collapsed at first. */
export const isGiant = ({ additions, deletions }: ChangedFile): boolean =>
  additions + deletions > giantFileLines;

/** Whether there is patch text to load at all. */
export const hasPatchText = ({ hunks, isBinary }: ChangedFile): boolean =>
  !isBinary && hunks.length > 0;

/** What stands in place of code where a file has no patch text; undefined where it has. */
export const noticeOf = (file: ChangedFile): string | undefined => {
  if (hasPatchText(file)) return undefined;
  if (file.isBinary) return binaryNotice[file.status];
  const modes = modeChange(file);
  switch (file.status) {
    case 'renamed':
      return modes === undefined
        ? 'Renamed without changes.'
        : `Renamed without changes. ${modes}.`;
    case 'copied':
      return 'Copied without changes.';
    case 'added':
      return 'Empty file added.';
    case 'deleted':
      return 'Empty file deleted.';
    case 'modified':
      return modes === undefined ? 'No change of the content.' : `${modes}.`;
  }
};

/** `Mode changed from 100644 to 100755`; undefined where it did not change. */
export const modeChange = ({ oldMode, newMode }: ChangedFile): string | undefined =>
  oldMode === undefined || newMode === undefined || oldMode === newMode
    ? undefined
    : `Mode changed from ${oldMode} to ${newMode}`;

const binaryNotice: Record<ChangedFile['status'], string> = {
  added: 'Binary file added.',
  deleted: 'Binary file deleted.',
  modified: 'Binary file changed.',
  renamed: 'Binary file renamed.',
  copied: 'Binary file copied.',
};
