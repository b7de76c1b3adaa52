import { Fragment } from 'react';
import { printTexts } from '../../../../shell/texts/print-texts.ts';
import { diffRows, type DiffRow } from '../pierre/diff-rows.ts';
import type { DiffViewer } from '../pierre/diff-viewer.ts';
import { FileBadges, FilePath } from '../pierre/file-header.tsx';
import type { FileState } from '../pierre/file-state.ts';
import type { LineThread } from '../threads/fold-threads.ts';
import { ChangedLines } from '../../../ui/tree/file-counts.tsx';
import { PrintedRest, PrintedThread } from '../../../ui/print/printed-thread.tsx';
import { usePrinting } from '../../../ui/print/printing.ts';
import './printout.css';

/**
 * The whole change as plain markup while the browser prints, since the diff library renders only what is in the
 * viewport.
 */
export const Printout = ({ viewer }: { readonly viewer: DiffViewer | undefined }) => {
  const isPrinting = usePrinting();
  if (!isPrinting || viewer === undefined) return null;
  const { states } = viewer;
  const plan = planPrintout(states);
  const leftOut = plan.filter(({ hasCode }) => !hasCode).length;
  return (
    <div className="printout">
      {leftOut > 0 && <p>{printTexts().leftOutFiles(leftOut, maxPrintedLines)}</p>}
      {plan.map((planned) => (
        <PrintedFile key={planned.state.file.id} {...planned} />
      ))}
      <PrintedRest
        title={printTexts().rest}
        others={states.flatMap(({ threads }) => [...threads.values()])}
      />
    </div>
  );
};

/** Limit of printed lines: some 400 pages. */
const maxPrintedLines = 20_000;

/** Bytes of a patch that count as a line, so that very long lines count as many. */
const bytesOfLine = 120;

interface PlannedFile {
  readonly state: FileState;
  readonly hasCode: boolean;
}

/**
 * Decides which files are printed with code: all that fit, except those collapsed by default. Of the others, only the
 * path and the annotations are printed.
 */
const planPrintout = (states: readonly FileState[]): PlannedFile[] => {
  let left = maxPrintedLines;
  return states.map((shown) => {
    // Nothing can be unfolded on paper.
    const state = { ...shown, model: shown.folded?.whole ?? shown.model };
    const isPutAway = state.isDeferred || (state.isCollapsed && state.file.setAside !== undefined);
    const lines = lineCount(state);
    const hasCode = !isPutAway && lines <= left;
    if (hasCode) left -= lines;
    return { state, hasCode };
  });
};

const lineCount = ({ file, model }: FileState): number => {
  const { hunks } = model.diff;
  const lines = hunks.reduce((sum, hunk) => sum + hunk.additionCount + hunk.deletionLines, 0);
  return lines === 0 ? 0 : Math.max(lines, Math.ceil(file.bytes / bytesOfLine));
};

/** A file in print: its path, its changes with line numbers, and annotations. */
const PrintedFile = ({ state, hasCode }: PlannedFile) => {
  const { file, failure, notices, threads } = state;
  const isShown = hasCode && state.model.kind !== 'pending';
  const ofFile = isShown
    ? [...threads.values()].filter(({ line }) => line === 0)
    : threads.values();
  return (
    <section className="printed-file">
      <header className="printed-header">
        <FilePath state={state} />
        <FileBadges state={state} />
        <ChangedLines file={file} />
      </header>
      {[...notices, ...(failure === undefined ? [] : [failure])].map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
      {!hasCode && <p>{printTexts().leftOut(file.additions + file.deletions)}</p>}
      {hasCode && !isShown && <p>{printTexts().notLoaded}</p>}
      {[...ofFile].map((thread) => (
        <PrintedThread key={thread.key} thread={thread} />
      ))}
      {isShown && <PrintedHunks state={state} />}
    </section>
  );
};

const PrintedHunks = ({ state: { model, threads } }: { readonly state: FileState }) => {
  const { diff, kind } = model;
  return diff.hunks.map((hunk) => (
    <div key={`${hunk.deletionStart} ${hunk.additionStart}`} className="printed-hunk">
      {diffRows({ ...diff, hunks: [hunk] }).map((row) => (
        <Fragment key={`${row.oldLine} ${row.newLine}`}>
          <PrintedLine row={row} isNumbered={kind === 'code'} />
          {threadsAt(threads, row).map((thread) => (
            <PrintedThread key={thread.key} thread={thread} />
          ))}
        </Fragment>
      ))}
    </div>
  ));
};

const threadsAt = (
  threads: FileState['threads'],
  { oldLine, newLine }: DiffRow,
): readonly LineThread[] =>
  [`old:${oldLine}`, `new:${newLine}`].flatMap((key) => threads.get(key) ?? []);

const PrintedLine = ({ row, isNumbered }: { row: DiffRow; isNumbered: boolean }) => (
  <div className="printed-line" data-kind={row.kind}>
    <span>{isNumbered && row.oldLine}</span>
    <span>{isNumbered && row.newLine}</span>
    <code>{row.text.replace(/\r?\n$/u, '')}</code>
  </div>
);
