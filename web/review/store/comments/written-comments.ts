import type { Comment } from '../../../../shared/annotations/comment.ts';
import { memoizeLast } from '../../../shell/memoize-last.ts';
import { hasWords, type Editor } from '../editors-slice.ts';
import type { State } from '../state.ts';
import { commentOf } from './new-comment.ts';

/** Whether an editor has what will be a comment of its own. */
export const isWritten = (editor: Editor): boolean =>
  editor.target.kind !== 'comment' && hasWords(editor);

/** What is written but not added yet, as the comments that it would become; each has the key of its editor as its id. */
export const writtenComments = ({ editors, session }: State): readonly Comment[] =>
  writtenIn(editors, session.info?.mode);

const writtenIn = memoizeLast(
  (editors: State['editors'], mode: NonNullable<State['session']['info']>['mode'] = 'plan') =>
    editors
      .filter(isWritten)
      .flatMap((editor) => commentOf(editor, { mode, id: editor.key, comments: [] }) ?? []),
);
