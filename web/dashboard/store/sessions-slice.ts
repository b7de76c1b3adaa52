import type { ControlEvent } from '../../../shared/supervisor/status.ts';
import type { Row } from './row.ts';

/** `refused`: the server rejects the page's token. */
export type Connection = 'connecting' | 'open' | 'lost' | 'refused';

export interface SessionsSlice {
  /** By id, in order of arrival. */
  readonly rows: ReadonlyMap<string, Row>;
  readonly connection: Connection;
  /** Whether the first snapshot has arrived. */
  readonly isLoaded: boolean;
  /** The gateway's path to sessions, relative to the page; undefined if each has its own address. */
  readonly sessionsAt: string | undefined;
}

export type SessionsAction =
  | {
      readonly type: 'sessions/events';
      readonly events: readonly ControlEvent[];
    }
  | { readonly type: 'sessions/connection'; readonly connection: Connection }
  | { readonly type: 'sessions/at'; readonly sessionsAt: string | undefined };

export const initialSessions: SessionsSlice = {
  rows: new Map(),
  connection: 'connecting',
  isLoaded: false,
  sessionsAt: undefined,
};

/** Mirrors exactly what the supervisor lists, so that a page open for long shows the same as a new one. */
export const reduceSessions = (slice: SessionsSlice, action: SessionsAction): SessionsSlice => {
  switch (action.type) {
    case 'sessions/events': {
      const rows = new Map(slice.rows);
      for (const event of action.events) apply(rows, event);
      const isLoaded = slice.isLoaded || action.events.some(({ type }) => type === 'snapshot');
      return { ...slice, rows, isLoaded };
    }
    case 'sessions/connection':
      return slice.connection === action.connection
        ? slice
        : { ...slice, connection: action.connection };
    case 'sessions/at':
      return slice.sessionsAt === action.sessionsAt
        ? slice
        : { ...slice, sessionsAt: action.sessionsAt };
  }
};

const apply = (rows: Map<string, Row>, event: ControlEvent): void => {
  switch (event.type) {
    case 'snapshot':
      return applySnapshot(rows, event);
    case 'opened':
    case 'changed':
      // A late event must not revive an ended session.
      if (rows.get(event.session.id)?.end === undefined)
        rows.set(event.session.id, { session: event.session });
      return;
    case 'exited': {
      const { id, outcome, death, endedAt, isKept } = event;
      const row = rows.get(id);
      if (row !== undefined)
        rows.set(id, { session: row.session, end: { outcome, death, endedAt, isKept } });
      return;
    }
    case 'forgotten':
      for (const id of event.ids) if (rows.get(id)?.end !== undefined) rows.delete(id);
  }
};

/** The supervisor has forgotten sessions that are not in the snapshot. */
const applySnapshot = (
  rows: Map<string, Row>,
  { sessions, ended }: Extract<ControlEvent, { type: 'snapshot' }>,
): void => {
  rows.clear();
  for (const { outcome, death, endedAt, isKept, ...session } of ended)
    rows.set(session.id, { session, end: { outcome, death, endedAt, isKept } });
  for (const session of sessions) rows.set(session.id, { session });
};
