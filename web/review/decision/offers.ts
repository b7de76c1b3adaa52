import type { SessionInfo } from '../../../shared/session/session.ts';
import { texts } from '../../texts/texts.ts';

/** A way to end the review, as a button. */
export interface Offer {
  readonly verdict: 'approve' | 'deny' | 'feedback';
  readonly label: string;
  readonly tone: 'positive' | 'negative' | 'accent';
}

interface Offers {
  readonly primary: Offer;
  readonly secondary: Offer;
}

/**
 * What the reviewer most likely wants comes first: to approve while there is nothing to say, else to send what there
 * is to say. The other way is always there, so that one can approve with notes, or deny without a word.
 */
export const offersOf = (
  { mode, can }: Pick<SessionInfo, 'mode' | 'can'>,
  commentCount: number,
): Offers => {
  const words = texts().decision;
  const approve: Offer = {
    verdict: 'approve',
    label: words.approve(commentCount),
    tone: 'positive',
  };
  const reject: Offer =
    mode === 'plan' && can.deny
      ? { verdict: 'deny', label: words.deny(commentCount), tone: 'negative' }
      : {
          verdict: 'feedback',
          label: words.send(commentCount),
          tone: 'accent',
        };
  return commentCount === 0
    ? { primary: approve, secondary: reject }
    : { primary: reject, secondary: approve };
};
