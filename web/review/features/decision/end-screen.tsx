import type { Outcome } from '../../../../shared/session/decision.ts';
import { Icon, type IconName } from '../../../shell/icon.tsx';
import { decisionTexts } from '../../../shell/texts/decision-texts.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { useSelect } from '../../ui/page.ts';
import type { SessionEnd } from '../../store/session-slice.ts';
import { UndoOffer } from './undo-offer.tsx';
import { WordsLeft } from '../../ui/words-left.tsx';
import { useEffect, useRef } from 'react';
import type { NextReview } from '../../../../shared/session/outcome.ts';
import './agent-text.css';
import './decision.css';

const icons: Record<Outcome, IconName> = {
  approved: 'approve',
  denied: 'deny',
  feedback: 'send',
  closed: 'close',
  undecided: 'warning',
};

/** The decision, while it can be undone and after the session has ended. */
export const EndScreen = () => {
  const title = useSelect((state) => state.session.info?.title ?? '');
  const mode = useSelect((state) => state.session.info?.mode ?? 'plan');
  const held = useSelect((state) => state.session.held);
  const end = useSelect((state) => state.session.end);
  const outcome = end?.outcome ?? held?.outcome ?? 'undecided';
  const words = decisionTexts();
  // Not sent yet.
  const isToBeSent = end === undefined && outcome === 'feedback' && mode === 'document';
  return (
    <main className="end-screen" data-outcome={outcome} data-held={end === undefined} tabIndex={-1}>
      <div className="end-screen-mark">
        <Icon name={icons[outcome]} size={28} />
      </div>
      <h1>{isToBeSent ? words.reject.document : texts().decision.outcomes[mode][outcome]}</h1>
      <p className="end-screen-title">{title}</p>
      {end === undefined && held !== undefined && <UndoOffer key={held.decidedAt} held={held} />}
      {end !== undefined && <Ended end={end} />}
    </main>
  );
};

const Ended = ({ end }: { readonly end: SessionEnd }) => (
  <>
    {end.notUndone !== undefined && <p role="alert">{end.notUndone}</p>}
    <p role="status">{sentenceOf(end)}</p>
    {end.next !== undefined && <NextReviewLink next={end.next} />}
    {end.agentText !== undefined && (
      <details className="end-screen-text">
        <summary>{decisionTexts().agentReads}</summary>
        <pre className="agent-text" tabIndex={0}>
          {end.agentText}
        </pre>
      </details>
    )}
    {hasUnsentWords(end) && <WordsLeft />}
  </>
);

/** Without feedback nothing was sent, whoever closed the review. */
const hasUnsentWords = ({ isOurs, outcome }: SessionEnd): boolean =>
  !isOurs || outcome === 'closed';

const sentenceOf = ({ outcome, reason, isOurs }: SessionEnd): string => {
  const words = decisionTexts();
  if (isOurs) return outcome === 'closed' ? words.closedHere : words.decidedHere;
  return outcome === 'closed' || outcome === 'undecided'
    ? words.ended(reason ?? '')
    : words.decidedElsewhere;
};

/** A sibling path behind the gateway, whatever the host name; otherwise on its own port. */
const addressOf = ({ id, url }: NextReview, ownId: string): string =>
  new URL(document.baseURI).pathname.endsWith(`/s/${ownId}/`) ? `../${id}/` : `${url}/`;

/** Link to the next pending review; focused, so that Enter continues. */
const NextReviewLink = ({ next }: { readonly next: NextReview }) => {
  const ownId = useSelect((state) => state.session.info?.id ?? '');
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <p className="next-review">
      <a
        ref={link}
        className="button"
        data-tone="accent"
        data-size="medium"
        href={addressOf(next, ownId)}
      >
        <span className="next-review-title">
          {decisionTexts().nextReview} <bdi>{next.title}</bdi>
        </span>
      </a>
    </p>
  );
};
