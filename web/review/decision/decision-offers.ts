import { countComments } from '../comments/comment-actions.ts';
import { offersOf } from './offers.ts';
import type { State } from '../store/state.ts';

/** The ways to decide that stand in the bar now; undefined before the session is known. */
export const decisionOffers = (state: State): ReturnType<typeof offersOf> | undefined =>
  state.session.info === undefined ? undefined : offersOf(state.session.info, countComments(state));
