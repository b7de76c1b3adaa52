import type { Row } from '../../store/row.ts';
import { reviewsOf } from '../../store/rounds.ts';
import type { State } from '../../store/state.ts';
import type { Dashboard } from '../../ui/dashboard.ts';
import { activeRow } from './close-sessions.ts';

export const earlierRounds = ({ sessions }: State, { session }: Row): readonly Row[] =>
  reviewsOf(sessions.rows).earlier.get(session.id) ?? [];

/** Whether another round of the same review followed. */
export const isEarlierRound = ({ sessions }: State, { session }: Row): boolean =>
  reviewsOf(sessions.rows).latestOf.has(session.id);

/** Whether the rounds before this one are in the list. */
export const areRoundsShown = ({ view }: State, { session: { roundsKey } }: Row): boolean =>
  roundsKey !== undefined && view.expanded.has(roundsKey);

export const showRounds = (
  { store }: Pick<Dashboard, 'store'>,
  { session: { roundsKey: key } }: Row,
  isExpanded: boolean,
): void => {
  if (key !== undefined) store.dispatch({ type: 'view/expand', key, isExpanded });
};

/** The review with the keyboard cursor, also on one of its earlier rounds; undefined if it has had a single one. */
const activeReview = (state: State): Row | undefined => {
  const row = activeRow(state);
  if (row === undefined) return undefined;
  const latest = reviewsOf(state.sessions.rows).latestOf.get(row.session.id) ?? row;
  return earlierRounds(state, latest).length > 0 ? latest : undefined;
};

/** The same, if its earlier rounds are shown, or if they are not. */
export const activeRounds = (state: State, areShown: boolean): Row | undefined => {
  const row = activeReview(state);
  return row !== undefined && areRoundsShown(state, row) === areShown ? row : undefined;
};

export const showActiveRounds = ({ store, grid }: Dashboard, isExpanded: boolean): void => {
  const row = activeRounds(store.getState(), !isExpanded);
  if (row === undefined) return;
  // An earlier round that goes takes the cursor with it.
  if (!isExpanded) grid.current()?.show(row.session.id);
  showRounds({ store }, row, isExpanded);
};
