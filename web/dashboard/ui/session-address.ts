import { type Row, canOpen } from '../store/row.ts';
import type { State } from '../store/state.ts';

/**
 * Where a review's page is: behind the gateway at the address that this page was reached by, else at its own. One that
 * has ended is at an origin of its own, to which the supervisor leads.
 */
export const sessionAddress = (
  { session: { id, url }, end }: Row,
  sessionsAt: string | undefined,
): string => {
  if (sessionsAt !== undefined) return new URL(`${sessionsAt}${id}/`, document.baseURI).href;
  return end === undefined ? `${url}/` : new URL(`../ended/${id}/`, document.baseURI).href;
};

/** Opens a review's page in a tab of its own, where there is one. */
export const openReview = (row: Row, { sessions }: State): void => {
  if (!canOpen(row)) return;
  window.open(sessionAddress(row, sessions.sessionsAt), '_blank', 'noopener,noreferrer');
};
