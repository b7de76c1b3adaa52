import { memoizeLast } from '../../../shell/memoize-last.ts';
import { reduceComments, type CommentsAction } from '../comments-slice.ts';
import type { Action, State } from '../state.ts';
import { commitEditors } from './comment-actions.ts';

const isOfComments = (action: Action): action is CommentsAction =>
  action.type.startsWith('comments/');

type Slices = readonly [State['comments'], State['editors'], State['content'], State['session']];

const withEdited = memoizeLast((...[comments, editors, content, session]: Slices) =>
  commitEditors({ comments, editors, content, session }, new Set(editors.map(({ key }) => key)))
    .filter(isOfComments)
    .reduce(reduceComments, comments),
);

/** The comments that a decision would include, with those in open editors; memoized. */
export const commentsToSend = ({ comments, editors, content, session }: State) =>
  withEdited(comments, editors, content, session);
