import type { Outcome } from '../../../shared/session/decision.ts';
import { Icon, type IconName } from '../../common/icon.tsx';
import { texts } from '../../texts/texts.ts';
import { useSelect } from '../page.ts';
import type { SessionEnd } from '../store/session-slice.ts';
import { NextReviewLink } from './next-review.tsx';
import { WordsLeft } from './words-left.tsx';
import './decision.css';

const icons: Record<Outcome, IconName> = {
  approved: 'approve',
  denied: 'deny',
  feedback: 'send',
  closed: 'close',
  undecided: 'warning',
};

/** What is left when the session is over. */
export const EndScreen = ({ end }: { readonly end: SessionEnd }) => {
  const title = useSelect((state) => state.session.info?.title ?? '');
  return (
    <main className="end-screen" data-outcome={end.outcome} tabIndex={-1}>
      <div className="end-screen-mark">
        <Icon name={icons[end.outcome]} size={28} />
      </div>
      <h1>{texts().decision.outcomes[end.outcome]}</h1>
      <p className="end-screen-title">{title}</p>
      <p role="status">{sentenceOf(end)}</p>
      {end.next !== undefined && <NextReviewLink next={end.next} />}
      {hasUnsentWords(end) && <WordsLeft />}
    </main>
  );
};

/** What was closed without feedback was not sent, whoever closed it. */
const hasUnsentWords = ({ isOurs, outcome }: SessionEnd): boolean =>
  !isOurs || outcome === 'closed';

const sentenceOf = ({ outcome, reason, isOurs }: SessionEnd): string => {
  const words = texts().decision;
  if (isOurs) return outcome === 'closed' ? words.closedHere : words.decidedHere;
  return outcome === 'closed' || outcome === 'undecided'
    ? words.ended(reason ?? '')
    : words.decidedElsewhere;
};
