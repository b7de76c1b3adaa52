import type { SessionView } from '../../../shared/session/session.ts';
import type { ControlEvent } from '../../../shared/supervisor/status.ts';
import type { End, Row } from './row.ts';

/** `refused`: the server does not know the key of this page. */
export type Connection = 'connecting' | 'open' | 'lost' | 'refused';

export interface SessionsSlice {
  /** By id, in the order in which they were heard of. */
  readonly rows: ReadonlyMap<string, Row>;
  readonly connection: Connection;
  /** Whether they are known at all. */
  readonly isLoaded: boolean;
  /** Where the gateway has the sessions, relative to this page; undefined where each has an address of its own. */
  readonly sessionsAt: string | undefined;
}

export type SessionsAction =
  | {
      readonly type: 'sessions/events';
      readonly events: readonly ControlEvent[];
      /** ISO 8601. */
      readonly now: string;
    }
  | { readonly type: 'sessions/connection'; readonly connection: Connection }
  | { readonly type: 'sessions/at'; readonly sessionsAt: string | undefined }
  | { readonly type: 'sessions/forget'; readonly before: string };

export const initialSessions: SessionsSlice = {
  rows: new Map(),
  connection: 'connecting',
  isLoaded: false,
  sessionsAt: undefined,
};

/** What is known of the sessions. Those that ended stay until they are forgotten. */
export const reduceSessions = (slice: SessionsSlice, action: SessionsAction): SessionsSlice => {
  switch (action.type) {
    case 'sessions/events': {
      const rows = new Map(slice.rows);
      for (const event of action.events) apply(rows, event, action.now);
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
    case 'sessions/forget': {
      const kept = [...slice.rows].filter(
        ([, { end }]) => end === undefined || end.endedAt >= action.before,
      );
      return kept.length === slice.rows.size ? slice : { ...slice, rows: new Map(kept) };
    }
  }
};

const apply = (rows: Map<string, Row>, event: ControlEvent, now: string): void => {
  switch (event.type) {
    case 'snapshot':
      applySnapshot(rows, event, now);
      return;
    case 'opened':
    case 'changed':
      // What is said late of one that is gone does not bring it back.
      if (rows.get(event.session.id)?.end === undefined)
        rows.set(event.session.id, { session: event.session });
      return;
    case 'exited': {
      const { id, outcome, death, endedAt } = event;
      endRow(rows, id, { outcome, death, endedAt });
    }
  }
};

const applySnapshot = (
  rows: Map<string, Row>,
  { sessions, ended }: Extract<ControlEvent, { type: 'snapshot' }>,
  now: string,
): void => {
  const running = new Map<string, SessionView>(sessions.map((session) => [session.id, session]));
  for (const { outcome, death, endedAt, ...session } of ended)
    rows.set(session.id, { session, end: { outcome, death, endedAt } });
  for (const [id, session] of running) rows.set(id, { session });
  // They ended while nobody listened, longer ago than the supervisor remembers.
  for (const [id, { end }] of rows)
    if (end === undefined && !running.has(id)) endRow(rows, id, { endedAt: now });
};

const endRow = (rows: Map<string, Row>, id: string, end: End): void => {
  const row = rows.get(id);
  if (row !== undefined) rows.set(id, { session: row.session, end });
};
