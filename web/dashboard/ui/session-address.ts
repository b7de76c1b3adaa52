import { type Row, canOpen } from '../store/row.ts';
import type { State } from '../store/state.ts';

/**
 * The URL of a review's page: behind the gateway if the dashboard is, otherwise on its own port. An ended review has
 * its own origin, to which the supervisor redirects.
 */
export const sessionAddress = (
  { session: { id, url }, end }: Row,
  sessionsAt: string | undefined,
): string => {
  if (sessionsAt !== undefined) return new URL(`${sessionsAt}${id}/`, document.baseURI).href;
  return end === undefined ? `${url}/` : new URL(`../ended/${id}/`, document.baseURI).href;
};

/** Opens a review in a new tab, if it can be opened. */
export const openReview = (row: Row, { sessions }: State): void => {
  if (!canOpen(row)) return;
  window.open(sessionAddress(row, sessions.sessionsAt), '_blank', 'noopener,noreferrer');
};
