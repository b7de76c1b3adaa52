import { can } from '../store/session-slice.ts';
import type { State } from '../store/state.ts';

/** Whether the session goes on: a decision that can still be undone covers it. */
export const isOpen = ({ session }: State): boolean =>
  session.end === undefined && session.held === undefined;

/** Whether a decision can be made at all. */
export const canDecide = (state: State): boolean =>
  isOpen(state) && state.session.info !== undefined && !state.session.isDeciding;

/** A media query: the window has no room for both sides of a change beside each other, whatever the settings say. */
export const narrowWindow = '(max-width: 45rem)';

/** Whether a code change is open. */
export const isReview = (state: State): boolean =>
  isOpen(state) && state.content.diff !== undefined;

/** Whether the session is on a plan or document. */
export const isOnText = (state: State): boolean => can(state, 'document');

/** Whether there is something to read. */
export const hasContent = (state: State): boolean =>
  isOpen(state) && (state.content.diff !== undefined || state.content.document !== undefined);
