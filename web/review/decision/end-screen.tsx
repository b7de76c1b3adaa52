import type { Outcome } from '../../../shared/session/decision.ts';
import { Icon, type IconName } from '../../common/icon.tsx';
import { useSelect } from '../page.ts';
import type { SessionEnd } from '../store/session-slice.ts';
import { NextReviewLink } from './next-review.tsx';
import { WordsLeft } from './words-left.tsx';
import './decision.css';

const looks: Record<Outcome, { readonly icon: IconName; readonly title: string }> = {
  approved: { icon: 'approve', title: 'Approved' },
  denied: { icon: 'deny', title: 'Denied' },
  feedback: { icon: 'send', title: 'Feedback sent' },
  closed: { icon: 'close', title: 'Closed without feedback' },
  undecided: { icon: 'warning', title: 'Ended without a decision' },
};

/** What is left when the session is over. */
export const EndScreen = ({ end }: { readonly end: SessionEnd }) => {
  const title = useSelect((state) => state.session.info?.title ?? '');
  const { icon, title: outcome } = looks[end.outcome];
  return (
    <main className="end-screen" data-outcome={end.outcome}>
      <div className="end-screen-mark">
        <Icon name={icon} size={28} />
      </div>
      <h1>{outcome}</h1>
      <p className="end-screen-title">{title}</p>
      <p role="status">{sentenceOf(end)}</p>
      {end.next !== undefined && <NextReviewLink next={end.next} />}
      {!end.isOurs && <WordsLeft />}
    </main>
  );
};

const sentenceOf = ({ outcome, reason, isOurs }: SessionEnd): string => {
  if (isOurs && outcome === 'closed')
    return 'The process that asked was told. You can close this tab.';
  if (isOurs)
    return 'The decision is stored and goes to the process that asked. You can close this tab.';
  const because = reason === undefined || reason === '' ? '' : ` ${reason}`;
  return outcome === 'closed' || outcome === 'undecided'
    ? `The session has ended.${because} You can close this tab.`
    : 'It was decided elsewhere. You can close this tab.';
};
