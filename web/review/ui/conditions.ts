import { can } from '../store/session-slice.ts';
import type { State } from '../store/state.ts';

/** Whether the session is open; a decision that can be undone covers it. */
export const isOpen = ({ session }: State): boolean =>
  session.end === undefined && session.held === undefined;

export const canDecide = (state: State): boolean =>
  isOpen(state) && state.session.info !== undefined && !state.session.isDeciding;

/** Media query: too narrow for split view, whatever the settings say. */
export const narrowWindow = '(max-width: 45rem)';

/** Media query: the tree or outline, and the list, overlay the content. */
export const smallWindow = '(max-width: 60rem)';

/** Whether the tree or outline overlays the content. */
export const isOutlineOver = ({ panel }: Pick<State, 'panel'>): boolean =>
  panel.isOutlineOpen && matchMedia(smallWindow).matches;

/** Whether a code change is open. */
export const isReview = (state: State): boolean =>
  isOpen(state) && state.content.diff !== undefined;

/** Whether a plan or document is under review. */
export const isOnText = (state: State): boolean => can(state, 'document');

export const hasContent = (state: State): boolean =>
  isOpen(state) && (state.content.diff !== undefined || state.content.document !== undefined);
