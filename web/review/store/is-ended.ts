import type { Action, State } from './state.ts';

/** Whether the page shows a review that had ended before it was opened: to be read, and not to be changed. */
export const isEnded = ({ session }: Pick<State, 'session'>): boolean =>
  session.info?.state === 'exited';

/** What writes words, decides on findings, or offers to. */
const writing: ReadonlySet<Action['type']> = new Set([
  'comments/added',
  'comments/changed',
  'comments/removed',
  'editors/opened',
  'annotations/dismissed',
  'annotations/restored',
  'selection/passage',
  'viewed/changed',
]);

type Reduce = (state: State, action: Action) => State;

/** The same reducer, for which an ended review stays as it was decided on, whatever is pressed. */
export const keepingEnded =
  (reduce: Reduce): Reduce =>
  (state, action) =>
    isEnded(state) && writing.has(action.type) ? state : reduce(state, action);
