import { hasPatchText } from '../../../../../shared/patch/file-size.ts';
import type { ChangedFile, PatchLines } from '../../../../../shared/placement/manifest.ts';
import { showHidden } from '../../../../../shared/visible-text.ts';
import { formatBytes, formatLines } from '../../../../shell/texts/format.ts';
import { diffTexts } from '../../../../shell/texts/diff-texts.ts';

/** Notices on a file: in addition to its code, or in place of it if there is no patch text. */
export const noticesOf = (file: ChangedFile): readonly string[] => {
  const notice = noticeOf(file);
  const { symlink, submodule, pointer, lineEnds } = diffTexts().notices;
  return [
    ...(file.kind === 'symlink' ? [symlink] : []),
    ...(file.kind === 'submodule' && hasPatchText(file) ? [submodule] : []),
    ...(file.isPointer === true ? [pointer] : []),
    ...(file.lineEnds === undefined ? [] : [lineEnds[file.lineEnds]]),
    ...(file.wrongHunks === undefined ? [] : [wrongHunksNotice(file.wrongHunks)]),
    ...(notice === undefined ? [] : [notice]),
  ];
};

const wrongHunksNotice = ({ first, more }: PatchLines): string => {
  const { wrongHunk, wrongHunks } = diffTexts().notices;
  return (first.length === 1 ? wrongHunk : wrongHunks)(formatLines(first, moreLines(more)));
};

const moreLines = (count: number): string | undefined =>
  count === 0 ? undefined : diffTexts().moreLines(count);

const noticeOf = (file: ChangedFile): string | undefined => {
  if (file.notCompared !== undefined) {
    const { [file.notCompared]: notCompared } = diffTexts().notices.notCompared;
    return file.problem === undefined ? notCompared : `${notCompared} ${showHidden(file.problem)}`;
  }
  if (hasPatchText(file)) return undefined;
  const { binary, empty, renamed, copied, noChange, undiffed, onlyWhitespace, tooLarge } =
    diffTexts().notices;
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

const kindsOfMode = {
  '100644': 'file',
  '100755': 'program',
  '120000': 'symlink',
  '160000': 'submodule',
} as const;

const kindOf = (mode: string) =>
  Object.hasOwn(kindsOfMode, mode) ? kindsOfMode[mode as keyof typeof kindsOfMode] : undefined;

/** `Now executable`; undefined if the mode did not change. */
export const modeChange = ({ oldMode, newMode }: ChangedFile): string | undefined => {
  if (oldMode === undefined || newMode === undefined || oldMode === newMode) return undefined;
  const { executable, notExecutable, nowA, mode } = diffTexts().notices;
  const [before, after] = [kindOf(oldMode), kindOf(newMode)];
  if (before === 'file' && after === 'program') return executable;
  if (before === 'program' && after === 'file') return notExecutable;
  // Modes of old or unusual tools, such as 100664, have no name.
  return before === undefined || after === undefined ? mode(oldMode, newMode) : nowA[after];
};
