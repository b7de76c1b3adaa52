import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { texts } from '../../../../shell/texts/texts.ts';
import type { DiffViewer } from '../pierre/diff-viewer.ts';
import type { FileState } from '../pierre/file-state.ts';
import type { ThreadContent } from '../threads/thread-content.ts';
import { PrintedFile } from './printed-file.tsx';
import './printout.css';

interface PrintoutProps {
  readonly viewer: DiffViewer | undefined;
  readonly content: ThreadContent;
}

/**
 * The whole change as plain markup while the browser prints, since the diff library renders only what is in the
 * viewport.
 */
export const Printout = ({ viewer, content }: PrintoutProps) => {
  const states = usePrinting(viewer);
  if (states === undefined) return null;
  const plan = planPrintout(states);
  const leftOut = plan.filter(({ hasCode }) => !hasCode).length;
  return (
    <div className="printout">
      {leftOut > 0 && <p>{texts().diff.print.leftOutFiles(leftOut, maxPrintedLines)}</p>}
      {plan.map(({ state, hasCode }) => (
        <PrintedFile key={state.file.id} state={state} hasCode={hasCode} content={content} />
      ))}
    </div>
  );
};

/** The files while the browser prints, however that was started; otherwise undefined. */
const usePrinting = (viewer: DiffViewer | undefined): readonly FileState[] | undefined => {
  const [states, setStates] = useState<readonly FileState[]>();
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    // The browser captures the page when the listener returns.
    const show = (shown: readonly FileState[] | undefined) => flushSync(() => setStates(shown));
    addEventListener('beforeprint', () => show(viewer?.states), { signal });
    addEventListener('afterprint', () => show(undefined), { signal });
    return () => ending.abort();
  }, [viewer]);
  return states;
};

/** Limit of printed lines: some 400 pages. */
const maxPrintedLines = 20_000;

/** Bytes of a patch that count as a line, so that very long lines count as many. */
const bytesOfLine = 120;

type Planned = Pick<FileState, 'file' | 'model' | 'isDeferred' | 'isCollapsed'>;

/**
 * Decides which files are printed with code: all that fit, except those collapsed by default. Of the others, only the
 * path and the annotations are printed.
 */
const planPrintout = <State extends Planned>(
  states: readonly State[],
  atMost = maxPrintedLines,
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
