import { describe, expect, it } from 'vitest';
import type { SessionView } from '../../../../shared/session/session.ts';
import type { ControlEvent } from '../../../../shared/supervisor/status.ts';
import {
  initialState,
  reduce,
  type Action,
  type State,
} from '../../../../web/dashboard/store/state.ts';
import { itemAt, keyOf, placeItems } from '../../../../web/dashboard/features/list/placed-items.ts';
import { stateOf } from '../../../../web/dashboard/store/row.ts';
import { reviewsOf } from '../../../../web/dashboard/store/rounds.ts';
import {
  visibleReviews,
  visibleRows,
  waitingCount,
} from '../../../../web/dashboard/store/visible-rows.ts';

const session = (id: string, changes: Partial<SessionView> = {}): SessionView => ({
  id,
  mode: 'plan',
  state: 'running',
  pid: 1,
  startTime: '1',
  port: 1,
  url: 'http://127.0.0.1:1',
  title: `Title ${id}`,
  project: 'galley',
  cwd: '/work',
  origin: 'test',
  isDetached: true,
  preparation: { state: 'ready' },
  isResponsive: true,
  counts: { findings: 0, comments: 0 },
  openedAt: `2026-01-01T10:00:0${id.length}.000Z`,
  ...changes,
});
const death = { class: 'clean', exitCode: 0, signal: null, message: '' } as const;
const now = '2026-01-01T12:00:00.000Z';

const after = (...actions: Action[]): State => actions.reduce(reduce, initialState);
const events = (...list: ControlEvent[]): Action => ({
  type: 'sessions/events',
  events: list,
});
const snapshot = (...sessions: SessionView[]): ControlEvent => ({
  type: 'snapshot',
  sessions,
  ended: [],
});
const exited = (id: string): ControlEvent => ({
  type: 'exited',
  id,
  outcome: 'approved',
  death,
  endedAt: now,
  isKept: true,
});
const ids = (state: State) => visibleRows(state).map(({ session: { id } }) => id);

describe('the sessions', () => {
  it('that ended stay listed with their outcome, and no late event reopens them', () => {
    const state = after(
      events(snapshot(session('a'))),
      events(exited('a'), { type: 'changed', session: session('a') }),
    );
    const end = { outcome: 'approved', death, endedAt: now, isKept: true };
    expect(state.sessions.rows.get('a')?.end).toEqual(end);
    expect(waitingCount(state)).toBe(0);
  });

  it('are those that the server lists, on an open page as on a fresh one', () => {
    const ended = {
      ...session('a'),
      outcome: 'approved',
      death,
      endedAt: now,
      isKept: true,
    } as const;
    const now2 = { type: 'snapshot', sessions: [session('c')], ended: [ended] } as const;
    const open = after(
      events(snapshot(session('a'), session('b'), session('c'))),
      events(exited('a'), exited('b')),
      events({ type: 'forgotten', ids: ['b', 'c'] }),
    );
    const loaded = after(events({ ...now2, sessions: [...now2.sessions], ended: [...now2.ended] }));
    expect([...open.sessions.rows.keys()]).toEqual(['a', 'c']);
    expect(new Set(open.sessions.rows.values())).toEqual(new Set(loaded.sessions.rows.values()));
    // The next snapshot has what was missed while disconnected.
    const again = reduce(open, events(snapshot(session('d'))));
    expect([...again.sessions.rows.keys()]).toEqual(['d']);
  });

  it.each([
    [{}, 'waiting'],
    [{ preparation: { state: 'preparing' } }, 'preparing'],
    [{ preparation: { state: 'failed', code: 'x', error: 'y' } }, 'failed'],
    [{ isResponsive: false }, 'silent'],
  ] as const)('with %o are %s', (changes, state) => {
    expect(stateOf({ session: session('a', changes) })).toBe(state);
  });
});

describe('the visible rows', () => {
  const all = events(
    snapshot(
      session('a', { title: 'Zeta', counts: { findings: 3, comments: 0 } }),
      session('bb', { title: 'alpha', mode: 'review', project: 'Web shop' }),
      session('ccc', { title: 'Item 10', counts: { findings: 20, comments: 1 } }),
      session('dddd', { title: 'Item 9', isResponsive: false }),
    ),
  );

  it('start with what waits for the reviewer, and end with what has ended, newest first', () => {
    expect(ids(after(all))).toEqual(['ccc', 'bb', 'a', 'dddd']);
    expect(ids(after(all, events(exited('ccc'))))).toEqual(['bb', 'a', 'dddd', 'ccc']);
  });

  it.each([
    ['title', ['bb', 'dddd', 'ccc', 'a']],
    ['findings', ['ccc', 'a', 'dddd', 'bb']],
    ['age', ['dddd', 'ccc', 'bb', 'a']],
    ['state', ['dddd', 'ccc', 'bb', 'a']],
  ] as const)('are sorted by %s', (column, expected) => {
    expect(ids(after(all, { type: 'view/sort', column }))).toEqual(expected);
  });

  it.each([
    ['project', ['ccc', 'a', 'dddd', 'bb']],
    ['state', ['ccc', 'bb', 'a', 'dddd']],
    ['none', ['ccc', 'bb', 'a', 'dddd']],
  ] as const)('are grouped by %s, each group in its order', (grouping, expected) => {
    expect(ids(after(all, { type: 'view/group', grouping }))).toEqual(expected);
  });

  it('have a heading above each group, at the right offset', () => {
    const state = after(
      events(snapshot(session('a', { origin: 'b' }), session('bb', { origin: 'B' }))),
      { type: 'view/group', grouping: 'agent' },
    );
    const items = placeItems(
      { rows: visibleRows(state), grouping: 'agent', latestOf: new Map() },
      { row: 40, heading: 32 },
    );
    expect(items.map((item) => [keyOf(item), item.top])).toEqual([
      ['group B', 0],
      ['bb', 32],
      ['group b', 72],
      ['a', 104],
    ]);
    for (const [top, index] of [
      [0, 0],
      [31, 0],
      [32, 1],
      [71, 1],
      [72, 2],
      [500, 3],
    ] as const)
      expect(itemAt(items, top)).toBe(index);
    expect(
      placeItems({ rows: [], grouping: 'agent', latestOf: new Map() }, { row: 40, heading: 32 }),
    ).toEqual([]);
  });

  it.each([
    ['', 4],
    ['item', 2],
    ['ITEM 10', 1],
    ['shop alpha', 1],
    ['nothing', 0],
  ])('are those that contain each word of "%s"', (query, count) => {
    expect(ids(after(all, { type: 'view/filter', change: { query } }))).toHaveLength(count);
  });

  it.each([
    ['Plan number 1', ['4d1c3a7e11f0']],
    ['4d1c', ['4d1c3a7e11f0']],
    ['4D1C3A7E11F0', ['4d1c3a7e11f0']],
    ['4d1', []],
    ['d1c3', []],
    ['shop1', ['91b2c3d4e5f6']],
    ['/srv/shop1/web', ['91b2c3d4e5f6']],
    ['hop1', []],
  ])('for "%s" are not found by a chance part of an id or folder', (query, expected) => {
    const state = after(
      events(
        snapshot(
          session('4d1c3a7e11f0', { title: 'Plan number 1' }),
          session('91b2c3d4e5f6', { title: 'Plan number 4', cwd: '/srv/shop1/web' }),
        ),
      ),
      { type: 'view/filter', change: { query } },
    );
    expect(ids(state)).toEqual(expected);
  });

  it('are the same array until something about them changes', () => {
    const state = after(all);
    const rows = visibleRows(state);
    expect(visibleRows(reduce(state, { type: 'view/active', id: 'a' }))).toBe(rows);
  });
});

describe('the rounds of a review', () => {
  const endedAs = (
    outcome: 'approved' | 'denied' | 'feedback' | 'undecided',
    id: string,
    changes: Partial<SessionView>,
  ) => ({ ...session(id, changes), outcome, death, endedAt: now, isKept: true });
  const round = (round: number, minute: number, roundsKey = 'key') => ({
    round,
    roundsKey,
    openedAt: `2026-01-01T11:0${minute}:00.000Z`,
  });
  const reviews = events({
    type: 'snapshot',
    ended: [
      endedAs('denied', 'first', { ...round(1, 1), title: 'Before it was renamed' }),
      endedAs('feedback', 'second', round(2, 2)),
      endedAs('denied', 'alone', round(1, 1, 'other')),
    ],
    sessions: [session('third', { ...round(3, 3), project: 'shop' }), session('no-rounds')],
  });
  const expanded = { type: 'view/expand', key: 'key', isExpanded: true } as const;

  it('are one row, the latest, and the others below it if wanted', () => {
    expect(ids(after(reviews))).toEqual(['third', 'no-rounds', 'alone']);
    expect(ids(after(reviews, expanded))).toEqual([
      'third',
      'second',
      'first',
      'no-rounds',
      'alone',
    ]);
    expect(ids(after(reviews, expanded, { ...expanded, isExpanded: false }))).toHaveLength(3);
    expect(visibleReviews(after(reviews, expanded))).toHaveLength(3);
  });

  it.each([{ query: 'renamed' }, { state: 'waiting', query: 'shop' }] as const)(
    'are found by the words of each: %o',
    (change) => {
      expect(ids(after(reviews, { type: 'view/filter', change }))).toEqual(['third']);
    },
  );

  it('are in the group of the latest', () => {
    const state = after(reviews, expanded, { type: 'view/group', grouping: 'state' });
    const { latestOf } = reviewsOf(state.sessions.rows);
    const items = placeItems(
      { rows: visibleRows(state), grouping: 'state', latestOf },
      { row: 40, heading: 32 },
    );
    const headings = items.flatMap((item) =>
      item.kind === 'heading' ? [[item.group, item.count]] : [],
    );
    expect(headings).toEqual([
      ['waiting', 2],
      ['ended', 1],
    ]);
  });

  it.each([
    ['was closed', [endedAs('undecided', 'b', round(1, 1))], round(1, 2)],
    ['was approved', [endedAs('approved', 'b', round(2, 1))], round(1, 2)],
    ['was opened twice at once', [], round(1, 2)],
    ['is of something else', [endedAs('denied', 'b', round(1, 1, 'other'))], round(2, 2)],
  ])('do not include one that %s', (_, ended, next) => {
    const sessions = ended.length === 0 ? [session('b', round(1, 1))] : [];
    const state = after(
      events({ type: 'snapshot', ended, sessions: [...sessions, session('a', next)] }),
    );
    expect(ids(state).toSorted()).toEqual(['a', 'b']);
  });
});
