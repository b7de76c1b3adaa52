import type { State } from '../store/state.ts';

/** Whether the session goes on. */
export const isOpen = ({ session }: State): boolean => session.end === undefined;

/** A media query: the window has no room for both sides of a change beside each other, whatever the settings say. */
export const narrowWindow = '(max-width: 45rem)';

/** Whether a code change is open. */
export const isReview = (state: State): boolean =>
  isOpen(state) && state.content.diff !== undefined;

/** Whether there is something to read. */
export const hasContent = (state: State): boolean =>
  isOpen(state) && (state.content.diff !== undefined || state.content.document !== undefined);
