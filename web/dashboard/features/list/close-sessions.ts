import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import type { Dashboard } from '../../ui/dashboard.ts';
import type { Row } from '../../store/row.ts';
import type { State } from '../../store/state.ts';
import { visibleReviews } from '../../store/visible-rows.ts';

const closedAtOnce = 8;

/** Visible, running sessions. */
export const closable = (state: State): Row[] =>
  visibleReviews(state).filter(({ end }) => end === undefined);

/** The row with the keyboard cursor. */
export const activeRow = ({ sessions, view }: State): Row | undefined =>
  view.activeId === undefined ? undefined : sessions.rows.get(view.activeId);

/** The same, if its session is running. */
export const activeClosable = (state: State): Row | undefined => {
  const row = activeRow(state);
  return row?.end === undefined ? row : undefined;
};

export const askToClose = ({ store }: Dashboard, id: string): void =>
  store.dispatch({ type: 'view/dialog', dialog: { kind: 'close', ids: [id] } });

/** Asks for confirmation to close all visible sessions; those that appear meanwhile are not included. */
export const askToCloseAll = ({ store }: Dashboard): void => {
  const ids = closable(store.getState()).map(({ session }) => session.id);
  if (ids.length === 0) return;
  store.dispatch({ type: 'view/dialog', dialog: { kind: 'close', ids } });
};

/** Closes sessions with limited concurrency and reports the result. */
export const closeSessions = async (
  { store, client }: Dashboard,
  ids: readonly string[],
): Promise<void> => {
  store.dispatch({ type: 'view/dialog', dialog: undefined });
  const waiting = [...ids];
  const failures: string[] = [];
  let closedCount = 0;
  const closeNext = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const answer = await client.call('closeSession', { params: { id } });
      // A session that ended meanwhile counts as closed.
      if (answer.kind === 'ok' || (answer.kind === 'refused' && answer.status === 404))
        closedCount += 1;
      else
        failures.push(answer.kind === 'refused' ? answer.sentence : dashboardTexts().unreachable);
    }
  };
  await Promise.all(Array.from({ length: closedAtOnce }, closeNext));
  const { closed, notClosed } = dashboardTexts();
  const [reason] = failures;
  const notice = reason === undefined ? closed(closedCount) : notClosed(failures.length, reason);
  store.dispatch({ type: 'view/notice', notice });
};
