import type { Row } from './row.ts';

/** The sessions as reviews, each represented by its latest round. */
export interface Reviews {
  /** The latest rounds, in the order of the rows. */
  readonly latest: readonly Row[];
  /** The rounds before the latest one, newest first, by its id. */
  readonly earlier: ReadonlyMap<string, readonly Row[]>;
  /** The latest round, by the id of an earlier one. */
  readonly latestOf: ReadonlyMap<string, Row>;
}

let last: { readonly rows: ReadonlyMap<string, Row>; readonly reviews: Reviews } | undefined;

/** Groups the sessions that are rounds of one review; memoized. */
export const reviewsOf = (rows: ReadonlyMap<string, Row>): Reviews => {
  if (last?.rows !== rows) last = { rows, reviews: groupRounds(rows) };
  return last.reviews;
};

const groupRounds = (rows: ReadonlyMap<string, Row>): Reviews => {
  const followers = new Map(sessionsByKey(rows).flatMap(followersOf));
  const earlier = new Map<string, Row[]>();
  const latestOf = new Map<string, Row>();
  // Newest first, so that what follows the follower is known.
  for (const row of [...followers.keys()].sort(byOpening).reverse()) {
    const follower = followers.get(row);
    if (follower === undefined) continue;
    const latest = latestOf.get(follower.session.id) ?? follower;
    latestOf.set(row.session.id, latest);
    const known = earlier.get(latest.session.id);
    if (known === undefined) earlier.set(latest.session.id, [row]);
    else known.push(row);
  }
  return { latest: [...rows.values()].filter((row) => !followers.has(row)), earlier, latestOf };
};

/** The sessions of each key, oldest first. */
const sessionsByKey = (rows: ReadonlyMap<string, Row>): readonly (readonly Row[])[] => {
  const found = new Map<string, Row[]>();
  for (const row of rows.values()) {
    const { roundsKey: key } = row.session;
    if (key === undefined) continue;
    const known = found.get(key);
    if (known === undefined) found.set(key, [row]);
    else known.push(row);
  }
  return [...found.values()].map((sessions) => sessions.sort(byOpening));
};

/** ISO 8601 sorts as text. */
const byOpening = ({ session: one }: Row, { session: other }: Row): number =>
  one.openedAt < other.openedAt ? -1 : 1;

export const roundOf = ({ session }: Row): number => session.round ?? 1;

/**
 * Each round that asked for changes with the one that followed. A review that was closed, lost, or opened twice at once
 * is not followed by another: it stays in the list by itself.
 */
const followersOf = (sessions: readonly Row[]): readonly (readonly [Row, Row])[] => {
  const found: [Row, Row][] = [];
  let open: Row[] = [];
  for (const row of sessions) {
    const isFollowed = (one: Row): boolean => roundOf(one) < roundOf(row);
    for (const one of open.filter(isFollowed)) found.push([one, row]);
    open = open.filter((one) => !isFollowed(one));
    if (asksForChanges(row)) open.push(row);
  }
  return found;
};

const asksForChanges = ({ end }: Row): boolean =>
  end?.outcome === 'denied' || end?.outcome === 'feedback';
