import { Fragment } from 'react';
import { texts } from '../../../../shell/texts/texts.ts';
import { ChangedLines } from '../tree/file-counts.tsx';
import { diffRows, type DiffRow } from '../pierre/diff-rows.ts';
import type { LineThread } from '../threads/fold-threads.ts';
import type { ThreadContent } from '../threads/thread-content.ts';
import { FileBadges, FilePath } from '../pierre/file-header.tsx';
import type { FileState } from '../pierre/file-state.ts';

interface PrintedFileProps {
  readonly state: FileState;
  readonly hasCode: boolean;
  readonly content: ThreadContent;
}

/** A file in print: its path, its changes with line numbers, and annotations. */
export const PrintedFile = ({ state, hasCode, content }: PrintedFileProps) => {
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
      {!hasCode && <p>{texts().diff.print.leftOut(file.additions + file.deletions)}</p>}
      {hasCode && !isShown && <p>{texts().diff.print.notLoaded}</p>}
      {[...ofFile].map((thread) => (
        <PrintedThread key={thread.key} thread={thread} content={content} />
      ))}
      {isShown && <PrintedHunks state={state} content={content} />}
    </section>
  );
};

type PrintedHunksProps = Omit<PrintedFileProps, 'hasCode'>;

const PrintedHunks = ({ state: { model, threads }, content }: PrintedHunksProps) => {
  const { diff, kind } = model;
  return diff.hunks.map((hunk) => (
    <div key={`${hunk.deletionStart} ${hunk.additionStart}`} className="printed-hunk">
      {diffRows({ ...diff, hunks: [hunk] }).map((row) => (
        <Fragment key={`${row.oldLine} ${row.newLine}`}>
          <PrintedLine row={row} isNumbered={kind === 'code'} />
          {threadsAt(threads, row).map((thread) => (
            <PrintedThread key={thread.key} thread={thread} content={content} />
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

interface PrintedThreadProps {
  readonly thread: LineThread;
  readonly content: ThreadContent;
}

const PrintedThread = ({ thread, content }: PrintedThreadProps) => (
  <div className="printed-thread">
    {thread.comments.map((comment) => (
      <Fragment key={comment.id}>{content.renderComment(comment)}</Fragment>
    ))}
    {thread.findings.map((finding) => (
      <Fragment key={finding.id}>{content.renderFinding(finding)}</Fragment>
    ))}
    {thread.editors.map((editor) => (
      <Fragment key={editor.key}>{content.renderEditor(editor)}</Fragment>
    ))}
  </div>
);
