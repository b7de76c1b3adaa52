import type { FileState } from '../pierre/file-state.ts';

/** How many lines of code a printout has at the most: some 400 pages. */
export const printedLinesAtMost = 20_000;

/** So many bytes of a patch count as a line: a file of one endless line fills pages, too. */
const bytesOfLine = 120;

type Planned = Pick<FileState, 'file' | 'model' | 'isDeferred' | 'isCollapsed'>;

/**
 * Which files are printed with their code: each that still fits. One that is put away at first has to be opened. Of the
 * others the name is printed, and what was said about them.
 */
export const planPrintout = <State extends Planned>(
  states: readonly State[],
  atMost = printedLinesAtMost,
): { readonly state: State; readonly hasCode: boolean }[] => {
  let left = atMost;
  return states.map((state) => {
    const isPutAway = state.isDeferred || (state.isCollapsed && state.file.setAside !== undefined);
    const lines = lineCount(state);
    const hasCode = !isPutAway && lines <= left;
    if (hasCode) left -= lines;
    return { state, hasCode };
  });
};

const lineCount = ({ file, model }: Planned): number => {
  const { hunks } = model.diff;
  const lines = hunks.reduce((sum, hunk) => sum + hunk.additionCount + hunk.deletionLines, 0);
  return lines === 0 ? 0 : Math.max(lines, Math.ceil(file.bytes / bytesOfLine));
};
