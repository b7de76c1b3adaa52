import { rowStates, stateOf, type Row } from './row.ts';
import { reviewsOf, type Reviews } from './rounds.ts';
import type { State } from './state.ts';
import type { Column, Grouping, Sorting, ViewSlice } from './view-slice.ts';

type Filter = Pick<ViewSlice, 'query' | 'mode' | 'state'>;

/** Search index of a session, in lower case. */
interface Searched {
  /** Matches anywhere. */
  readonly text: string;
  /** Matches at the start of a folder name. */
  readonly path: string;
  /** Matches at the start. */
  readonly id: string;
}

/** Cached per record. */
const searched = new WeakMap<Row['session'], Searched>();

const searchedIn = ({ session }: Row): Searched => {
  const known = searched.get(session);
  if (known !== undefined) return known;
  const { title, project, origin, cwd, id } = session;
  const made = {
    text: [title, project, origin].join('\n').toLowerCase(),
    path: `/${cwd.replaceAll('\\', '/')}`.toLowerCase(),
    id: id.toLowerCase(),
  };
  searched.set(session, made);
  return made;
};

/** Shorter words match too many ids by chance. */
const minIdLength = 4;

const isIn = ({ text, path, id }: Searched, word: string): boolean =>
  text.includes(word) ||
  path.includes(`/${word.replace(/^\//u, '')}`) ||
  (word.length >= minIdLength && id.startsWith(word));

const isFound = (row: Row, query: string): boolean =>
  query
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => isIn(searchedIn(row), word));

/** A review is found by the words of any of its rounds. */
const isShown = (row: Row, { query, mode, state }: Filter, { earlier }: Reviews): boolean =>
  (mode === 'all' || row.session.mode === mode) &&
  (state === 'all' || stateOf(row) === state) &&
  [row, ...(earlier.get(row.session.id) ?? [])].some((one) => isFound(one, query));

type Compare = (one: Row, other: Row) => number;

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const byText =
  (textOf: (row: Row) => string): Compare =>
  (one, other) =>
    collator.compare(textOf(one), textOf(other));
const byNumber =
  (numberOf: (row: Row) => number): Compare =>
  (one, other) =>
    numberOf(one) - numberOf(other);

/** ISO 8601 sorts as text; newest first. */
const byAge: Compare = ({ session: one }, { session: other }) => {
  if (one.openedAt === other.openedAt) return one.id < other.id ? -1 : 1;
  return one.openedAt > other.openedAt ? -1 : 1;
};

const orders: Readonly<Record<Column, Compare>> = {
  title: byText(({ session }) => session.title),
  mode: byText(({ session }) => session.mode),
  project: byText(({ session }) => session.project),
  agent: byText(({ session }) => session.origin),
  age: byAge,
  findings: byNumber(({ session }) => session.counts.findings),
  comments: byNumber(({ session }) => session.counts.comments),
  state: byNumber((row) => rowStates.indexOf(stateOf(row))),
};

const alike: Compare = () => 0;

/** Names that differ only in case are separate groups. */
const byGroup =
  (grouping: Exclude<Grouping, 'none'>): Compare =>
  (one, other) => {
    const [name, otherName] = [groupOf(one, grouping), groupOf(other, grouping)];
    if (name === otherName) return 0;
    return orders[grouping](one, other) || (name < otherName ? -1 : 1);
  };

/** Rows of a group are adjacent in any order. */
const sortRows = (
  rows: readonly Row[],
  { column, isDescending }: Sorting,
  grouping: Grouping,
): Row[] => {
  const order = orders[column];
  const grouped = grouping === 'none' ? alike : byGroup(grouping);
  const sign = isDescending ? -1 : 1;
  return [...rows].sort(
    (one, other) => grouped(one, other) || sign * order(one, other) || byAge(one, other),
  );
};

/** The group of a row; for states, one of `rowStates`. */
export const groupOf = (row: Row, grouping: Exclude<Grouping, 'none'>): string => {
  switch (grouping) {
    case 'project':
      return row.session.project;
    case 'agent':
      return row.session.origin;
    case 'state':
      return stateOf(row);
  }
};

interface Memory {
  readonly rows: ReadonlyMap<string, Row>;
  readonly view: ViewSlice;
  readonly reviews: readonly Row[];
  readonly visible: readonly Row[];
}

let last: Memory | undefined;

/** The latest rounds of the filtered and sorted reviews; memoized. */
export const visibleReviews = (state: State): readonly Row[] => look(state).reviews;

/** The same with the earlier rounds that are shown, each below its review. */
export const visibleRows = (state: State): readonly Row[] => look(state).visible;

const look = ({ sessions: { rows }, view }: State): Memory => {
  const isSame =
    last?.rows === rows &&
    last.view.query === view.query &&
    last.view.mode === view.mode &&
    last.view.state === view.state &&
    last.view.sorting === view.sorting &&
    last.view.grouping === view.grouping &&
    last.view.expanded === view.expanded;
  if (last === undefined || !isSame) {
    const known = reviewsOf(rows);
    const shown = known.latest.filter((row) => isShown(row, view, known));
    const reviews = sortRows(shown, view.sorting, view.grouping);
    const visible = reviews.flatMap((row) => [row, ...shownEarlier(row, known, view)]);
    last = { rows, view, reviews, visible };
  }
  return last;
};

const shownEarlier = (
  { session: { id, roundsKey } }: Row,
  { earlier }: Reviews,
  { expanded }: Pick<ViewSlice, 'expanded'>,
): readonly Row[] =>
  roundsKey !== undefined && expanded.has(roundsKey) ? (earlier.get(id) ?? []) : [];

/** Number of reviews that wait for a person. */
export const waitingCount = ({ sessions }: State): number => {
  let count = 0;
  for (const row of sessions.rows.values()) if (stateOf(row) === 'waiting') count += 1;
  return count;
};
