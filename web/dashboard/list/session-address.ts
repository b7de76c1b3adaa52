import type { SessionView } from '../../../shared/session/session.ts';
import type { State } from '../store/state.ts';

/** Where a session's page is: behind the gateway at the address that this page was reached by, else at its own. */
export const sessionAddress = (
  { id, url }: Pick<SessionView, 'id' | 'url'>,
  sessionsAt: string | undefined,
): string =>
  sessionsAt === undefined ? `${url}/` : new URL(`${sessionsAt}${id}/`, document.baseURI).href;

/** Opens a session's page in a tab of its own. */
export const openSession = (session: SessionView, { sessions }: State): void => {
  window.open(sessionAddress(session, sessions.sessionsAt), '_blank', 'noopener,noreferrer');
};
