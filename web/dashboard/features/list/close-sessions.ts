import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import type { Dashboard } from '../../ui/dashboard.ts';
import type { Row } from '../../store/row.ts';
import type { State } from '../../store/state.ts';
import { visibleRows } from '../../store/visible-rows.ts';

const closedAtOnce = 8;

/** Those of the rows that can be closed. */
const running = (rows: readonly Row[]): Row[] => rows.filter(({ end }) => end === undefined);

/** The sessions that are shown and run. */
export const closable = (state: State): Row[] => running(visibleRows(state));

/** The row that the keyboard is at. */
export const activeRow = ({ sessions, view }: State): Row | undefined =>
  view.activeId === undefined ? undefined : sessions.rows.get(view.activeId);

/** The same, if its session runs. */
export const activeClosable = (state: State): Row | undefined => {
  const row = activeRow(state);
  return row?.end === undefined ? row : undefined;
};

/** Asks before one session is closed. */
export const askToClose = ({ store }: Dashboard, id: string): void =>
  store.dispatch({ type: 'view/dialog', dialog: { kind: 'close', ids: [id], isAll: false } });

/** Asks before all that are shown are closed: those of now, whatever comes while it is asked. */
export const askToCloseAll = ({ store }: Dashboard): void => {
  const ids = closable(store.getState()).map(({ session }) => session.id);
  if (ids.length === 0) return;
  store.dispatch({ type: 'view/dialog', dialog: { kind: 'close', ids, isAll: true } });
};

/** Closes sessions, a few at once, and says how that went. */
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
      // One that went by itself in the meantime is gone as was wished.
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
