import { useState } from 'react';
import type { Comment } from '../../../../../shared/annotations/comment.ts';
import type {
  BlockSince,
  DocumentSince,
  EarlierPassage,
  LastDocument,
} from '../../../../../shared/session/rounds.ts';
import { showPath } from '../../../../../shared/visible-text.ts';
import { QuietButton } from '../../../../shell/button.tsx';
import { MarkdownText } from '../../../../shell/markdown/markdown.tsx';
import { roundsTexts } from '../../../../shell/texts/rounds-texts.ts';
import { putStep, record } from '../../../store/comments/changes-made.ts';
import { maxTextLength } from '../../../store/comments/new-comment.ts';
import { noticeOf } from '../../../store/notices-slice.ts';
import { CommentKindTag } from '../../../ui/comments/comment-card.tsx';
import { useCan, usePage, useSelect } from '../../../ui/page.ts';
import { openElsewhere } from '../documents/open-elsewhere.ts';
import { BlockWords, WordsSince } from './words-since.tsx';

interface DocumentRoundDetailsProps {
  readonly last: LastDocument;
  /** Ids of the comments that were settled. */
  readonly settled: readonly string[] | undefined;
}

/** What has become of the comments of the last round, and what changed since; all lead to their place. */
export const DocumentRoundDetails = ({ last, settled: known }: DocumentRoundDetailsProps) => {
  const { feedback, comments, changes, documents } = last;
  const [settled, settle] = useSettled(known);
  const others = (documents ?? []).filter(
    ({ state, was }) => was !== undefined || state === 'gone' || state === 'not-compared',
  );
  const words = roundsTexts();
  return (
    <div className="round-details" role="group" aria-label={words.region}>
      <section>
        <h2>{words.comments}</h2>
        {feedback !== undefined && <MarkdownText text={feedback} />}
        {comments.length === 0 && feedback === undefined && <p>{words.noComments}</p>}
        <ul>
          {comments.map((one) => (
            <Earlier
              key={one.comment.id}
              of={one}
              documents={documents}
              isSettled={settled.includes(one.comment.id)}
              onSettle={settle}
            />
          ))}
        </ul>
      </section>
      <section>
        <h2>{words.files}</h2>
        {changes.length + others.length === 0 && <p>{words.noFiles}</p>}
        <ul>
          {others.map((one) => (
            <OtherDocument key={one.name} of={one} />
          ))}
          {changes.map((change, index) => (
            // They never move.
            // oxlint-disable-next-line react/no-array-index-key
            <Change key={index} of={change} />
          ))}
        </ul>
      </section>
    </div>
  );
};

/** The settled ones, and how to settle one; that is on disk when it shows. */
const useSettled = (known: readonly string[] = []) => {
  const { client, store } = usePage();
  const [settled, setSettled] = useState(known);
  const settle = async (id: string, isSettled: boolean): Promise<void> => {
    const answer = await client.call('settleComment', { body: { id, isSettled } });
    if (answer.kind === 'ok') setSettled(answer.value.settled);
    else store.dispatch(noticeOf(roundsTexts().notSettled(answer.sentence)));
  };
  return [settled, settle] as const;
};

interface EarlierProps {
  readonly of: EarlierPassage;
  /** If each of several documents has a page of its own. */
  readonly documents: readonly DocumentSince[] | undefined;
  readonly isSettled: boolean;
  readonly onSettle: (id: string, isSettled: boolean) => Promise<void>;
}

const Earlier = (props: EarlierProps) => {
  const { of: earlier, isSettled } = props;
  const page = usePage();
  const { comment, blockId, now, reply } = earlier;
  const { originalText } = comment;
  return (
    <li
      className="round-comment"
      data-earlier=""
      data-settled={isSettled}
      tabIndex={-1}
      onFocus={({ target, currentTarget }) => {
        if (target === currentTarget && blockId !== undefined)
          page.viewer.current()?.reveal({ ...comment, ...placeOf(earlier) });
      }}
    >
      <EarlierHead {...props} />
      {originalText !== undefined && (
        <WordsSince
          parts={
            now === undefined
              ? [{ kind: 'same', text: originalText }]
              : [
                  { kind: 'removed', text: originalText },
                  { kind: 'same', text: ' ' },
                  { kind: 'added', text: now },
                ]
          }
        />
      )}
      {comment.text !== '' && <MarkdownText text={comment.text} />}
      {reply !== undefined && (
        <div className="round-reply">
          <strong>{roundsTexts().agent}</strong>
          <MarkdownText text={reply} />
        </div>
      )}
    </li>
  );
};

/** What has become of it, and what can be done. */
const EarlierHead = ({ of: earlier, documents, isSettled, onSettle }: EarlierProps) => {
  const { comment, state, blockId, isOlder } = earlier;
  const words = roundsTexts();
  const again = useAgain(earlier);
  const { originalText, file } = comment;
  const isGone = documents?.find(({ name }) => name === file)?.state === 'gone';
  const states = {
    addressed: words.textChanged,
    standing: words.states.standing,
    lost: isGone ? words.documentGone : words.lost,
    'not-compared': words.notCompared,
  };
  return (
    <div className="round-comment-head">
      {(originalText !== undefined || isGone) && (
        <span className="round-state" data-state={state}>
          {states[state]}
        </span>
      )}
      <CommentKindTag comment={comment} />
      {isOlder === true && <span className="round-state">{words.older}</span>}
      {isGone ? (
        <span className="round-place">{showPath(file ?? '')}</span>
      ) : (
        <PlaceButton file={documents && file} blockId={blockId} />
      )}
      {again.canSay && (
        <QuietButton disabled={again.isSaid} onClick={again.say}>
          {again.isSaid ? words.saidAgain : words.sayAgain}
        </QuietButton>
      )}
      {again.canSay && (
        <QuietButton
          aria-pressed={isSettled}
          title={words.settleTitle}
          onClick={() => void onSettle(comment.id, !isSettled)}
        >
          {isSettled ? words.settled : words.settle}
        </QuietButton>
      )}
    </div>
  );
};

interface PlaceButtonProps {
  /** Its name, if each of several documents has a page of its own. */
  readonly file: string | undefined;
  readonly blockId: string | undefined;
}

/** Leads to a block, or else to its document. */
const PlaceButton = ({ file, blockId }: PlaceButtonProps) => {
  const page = usePage();
  if (file === undefined && blockId === undefined) return null;
  const go = () => {
    const show = () => {
      if (blockId !== undefined) page.viewer.current()?.goToBlock?.(blockId);
    };
    if (!openElsewhere(page, { file, blockId }, show)) show();
  };
  return (
    <QuietButton onClick={go}>
      {file === undefined ? roundsTexts().show : showPath(file)}
    </QuietButton>
  );
};

/** Makes a comment of the last round one of this round: at its place of today, or about the whole with its quote. */
const useAgain = (earlier: EarlierPassage) => {
  const { store } = usePage();
  const canSay = useCan('comments');
  const id = `again-${earlier.comment.id}`.slice(0, 100);
  const isSaid = useSelect(({ comments }) => comments.some((comment) => comment.id === id));
  const say = () => store.dispatch(...record([putStep(store.getState(), again(earlier, id))]));
  return { canSay, isSaid, say };
};

const placeOf = ({ blockId, startOffset, endOffset, startLine }: EarlierPassage) => ({
  ...(blockId === undefined ? {} : { blockId }),
  ...(startOffset === undefined ? {} : { startOffset }),
  ...(endOffset === undefined ? {} : { endOffset }),
  ...(startLine === undefined ? {} : { startLine }),
});

const again = (earlier: EarlierPassage, id: string): Comment => {
  const { comment, now, state } = earlier;
  const { text, kind, type, originalText, suggestedText, file } = comment;
  const document = file === undefined ? {} : { file };
  const whole = { id, type: 'GLOBAL_COMMENT', kind, text, ...document } as const;
  if (originalText === undefined) return whole;
  if (state === 'lost' || state === 'not-compared' || now === '')
    return { ...whole, text: `${quoted(originalText)}\n\n${text}`.slice(0, maxTextLength) };
  return {
    id,
    type,
    kind,
    text,
    ...document,
    ...(suggestedText === undefined ? {} : { suggestedText }),
    ...placeOf(earlier),
    originalText: now ?? originalText,
  };
};

const quoted = (text: string): string => text.trim().replaceAll(/^/gmu, '> ');

/** A document that is gone, was renamed, or is not compared, and why. */
const OtherDocument = ({ of: { name, state, was, reason } }: { readonly of: DocumentSince }) => {
  const words = roundsTexts();
  const kind = state === 'gone' ? words.changes.gone : words.notCompared;
  return (
    <li className="round-comment">
      <div className="round-comment-head">
        <span className="round-state">
          {was === undefined ? kind : words.renamedFrom(showPath(was))}
        </span>
        {state === 'gone' ? (
          <span className="round-place">{showPath(name)}</span>
        ) : (
          <PlaceButton file={name} blockId={undefined} />
        )}
        {reason !== undefined && <span className="round-state">{words.reasons[reason]}</span>}
      </div>
    </li>
  );
};

const Change = ({ of: change }: { readonly of: BlockSince }) => {
  const { state, blockId, file, parts } = change;
  const words = roundsTexts();
  const isMarkup = parts.every(({ kind }) => kind === 'same');
  return (
    <li className="round-comment">
      <div className="round-comment-head">
        <span className="round-state">{words.changes[state]}</span>
        <PlaceButton file={file} blockId={blockId} />
      </div>
      {isMarkup && <p>{words.onlyMarkup}</p>}
      <BlockWords of={change} />
    </li>
  );
};
