import { useEffect, useMemo, useState } from 'react';
import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { EarlierComment, FileSince, LastRound } from '../../../../../shared/session/rounds.ts';
import { showPath } from '../../../../../shared/visible-text.ts';
import { QuietButton } from '../../../../shell/button.tsx';
import { MarkdownText } from '../../../../shell/markdown/markdown.tsx';
import { formatNumber } from '../../../../shell/texts/format.ts';
import { roundsTexts } from '../../../../shell/texts/rounds-texts.ts';
import { CommentKindTag } from '../../../ui/comments/comment-card.tsx';
import { usePage } from '../../../ui/page.ts';
import { useChangedFiles } from '../viewed/viewed-progress.tsx';
import { revertedLines } from './reviewed-hunks.ts';

/** The comments of the last round, and what changed in each file since; all lead to their place in the diff. */
export const RoundDetails = ({ last }: { readonly last: LastRound }) => {
  const files = useChangedFiles();
  const byId = useMemo(() => new Map(files.map((file) => [file.id, file])), [files]);
  const changed = last.files.filter(({ state }) => state !== 'same');
  const renamed = new Set(
    changed.flatMap(({ fileId, renamedFrom }) => (renamedFrom === undefined ? [] : [fileId])),
  );
  const words = roundsTexts();
  return (
    <div className="round-details" role="group" aria-label={words.region}>
      <section>
        <h2>{words.comments}</h2>
        {last.feedback !== undefined && <MarkdownText text={last.feedback} />}
        {last.comments.length === 0 && last.feedback === undefined && <p>{words.noComments}</p>}
        <ul>
          {last.comments.map((one) => (
            <Earlier
              key={one.comment.id}
              of={one}
              isRenamed={one.fileId !== undefined && renamed.has(one.fileId)}
            />
          ))}
        </ul>
      </section>
      <section>
        <h2>{words.files}</h2>
        {changed.length + last.gone.length === 0 && <p>{words.noFiles}</p>}
        <ul>
          {changed.map((since) => (
            <ChangedSince key={since.fileId} since={since} file={byId.get(since.fileId)} />
          ))}
          {last.gone.map((path) => (
            <li key={path} className="round-comment-head">
              <span className="round-place">{showPath(path)}</span>
              <span className="round-state">{words.isGone}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
};

const placeOf = ({ comment, lineStart }: EarlierComment): string => {
  const { filePath } = comment;
  if (filePath === undefined) return '';
  const line = lineStart ?? comment.lineStart;
  return `${showPath(filePath)}${line === undefined ? '' : `:${formatNumber(line)}`}`;
};

interface EarlierProps {
  readonly of: EarlierComment;
  /** Whether nothing but the path of its file has changed. */
  readonly isRenamed: boolean;
}

const Earlier = ({ of: earlier, isRenamed }: EarlierProps) => {
  const page = usePage();
  const { comment, state, fileId, side = 'new', lineStart: line, now } = earlier;
  const { was = comment.originalCode } = earlier;
  const words = roundsTexts();
  const place = placeOf(earlier);
  const fileStates = { ...words.fileStates, ...(isRenamed && { standing: words.isRenamed }) };
  const states = comment.lineStart === undefined ? fileStates : words.states;
  const go = () => {
    if (fileId === undefined) return;
    if (line === undefined) page.viewer.current()?.openFile?.(fileId);
    else page.viewer.current()?.goToHit({ kind: 'line', fileId, side, line, start: 0 });
  };
  return (
    <li className="round-comment">
      <div className="round-comment-head">
        {comment.filePath !== undefined && (
          <span className="round-state" data-state={state}>
            {states[state]}
          </span>
        )}
        <CommentKindTag comment={comment} />
        {fileId === undefined ? (
          <span className="round-place">{place}</span>
        ) : (
          <QuietButton onClick={go}>{place}</QuietButton>
        )}
      </div>
      {comment.text !== '' && <MarkdownText text={comment.text} />}
      {now !== undefined && <DiffLines lines={[...marked('-', was), ...marked('+', now)]} />}
    </li>
  );
};

const marked = (mark: string, code: string | undefined): string[] =>
  code === undefined || code === ''
    ? []
    : code
        .replace(/\n$/u, '')
        .split('\n')
        .map((line) => `${mark}${line}`);

/** More places of a file are not listed. */
const maxRanges = 20;

interface ChangedSinceProps {
  readonly since: FileSince;
  readonly file: ChangedFile | undefined;
}

const ChangedSince = ({ since, file }: ChangedSinceProps) => {
  const page = usePage();
  const [isOpen, setOpen] = useState(false);
  const { fileId, state, lines = [], interdiff, renamedFrom, unfitHunks = 0 } = since;
  const words = roundsTexts();
  const reverted = new Set(
    (file === undefined ? [] : revertedLines(since, file)).map(([first]) => first),
  );
  const goTo = (line: number) =>
    page.viewer.current()?.goToHit({ kind: 'line', fileId, side: 'new', line, start: 0 });
  return (
    <li>
      <div className="round-comment-head">
        <QuietButton onClick={() => page.viewer.current()?.openFile?.(fileId)}>
          {showPath(file?.path ?? '')}
        </QuietButton>
        {lines.slice(0, maxRanges).map(([first, last]) => (
          <QuietButton
            key={first}
            aria-label={`${showPath(file?.path ?? '')}:${first}${reverted.has(first) ? `, ${words.isReverted}` : ''}`}
            onClick={() => goTo(first)}
          >
            {first === last ? formatNumber(first) : `${formatNumber(first)}–${formatNumber(last)}`}
            {reverted.has(first) && ` (${words.isReverted})`}
          </QuietButton>
        ))}
        {lines.length > maxRanges && '…'}
        {state === 'new' && <span className="round-state">{words.isNew}</span>}
        {renamedFrom !== undefined && (
          <span className="round-state">{words.renamedFrom(showPath(renamedFrom))}</span>
        )}
        {interdiff !== undefined && interdiff.bytes > 0 && (
          <QuietButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {words.difference}
          </QuietButton>
        )}
      </div>
      {isOpen && unfitHunks > 0 && <p>{words.unfit(unfitHunks)}</p>}
      {isOpen && <Interdiff fileId={fileId} />}
    </li>
  );
};

const Interdiff = ({ fileId: id }: { readonly fileId: string }) => {
  const { client } = usePage();
  const [text, setText] = useState<string>();
  const words = roundsTexts();
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    client.load('getInterdiff', { query: { id }, signal }).then(setText, () => {
      if (!signal.aborted) setText('');
    });
    return () => ending.abort();
  }, [client, id]);
  if (text === undefined) return <p role="status">…</p>;
  if (text === '') return <p role="alert">{words.notLoaded}</p>;
  return <DiffLines lines={text.replace(/\n$/u, '').split('\n')} />;
};

/** More lines would take the page long to lay out. */
const maxLines = 2000;

const kinds: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'hunk' };

const DiffLines = ({ lines }: { readonly lines: readonly string[] }) => (
  <pre className="round-diff" tabIndex={0}>
    {lines.slice(0, maxLines).map((line, index) => (
      // Lines never move.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} data-kind={kinds[line[0] ?? '']}>
        {`${line}\n`}
      </span>
    ))}
    {lines.length > maxLines && '…'}
  </pre>
);
