import type { Comment } from '../../../../shared/annotations/comment.ts';
import type { OpenEditor } from './threads/thread-content.ts';
import type { CommentTarget } from '../../../../shared/session/editor.ts';
import type { Editor } from '../../store/editors-slice.ts';

/** The editors that stand in the diff; one for a comment that is there stands in the comment's card instead. */
export const openEditorsOf = (editors: readonly Editor[]): OpenEditor[] =>
  editors.flatMap(({ key, target }) =>
    target.kind === 'lines' && target.target.isOutdated !== true
      ? [{ key, target: target.target }]
      : [],
  );

/** The lines that something is being written on: a new comment, or one that is being changed. */
export const linesWrittenOn = (
  editors: readonly Editor[],
  comments: readonly Comment[],
): CommentTarget[] => [
  ...openEditorsOf(editors).map(({ target }) => target),
  ...editors.flatMap(({ target }) => {
    const comment =
      target.kind === 'comment' ? comments.find(({ id }) => id === target.commentId) : undefined;
    if (comment === undefined || !('scope' in comment) || comment.isOutdated === true) return [];
    const { filePath, side = 'new', lineStart, lineEnd } = comment;
    return filePath === undefined || lineStart === undefined
      ? []
      : [{ filePath, side, lineStart, lineEnd: lineEnd ?? lineStart }];
  }),
];
