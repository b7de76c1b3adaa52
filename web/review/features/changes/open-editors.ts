import type { Comment } from '../../../../shared/annotations/comment.ts';
import type { OpenEditor } from './threads/thread-content.ts';
import type { CommentTarget } from '../../../../shared/session/editor.ts';
import type { Editor } from '../../store/editors-slice.ts';

/** Editors shown in the diff. The editor of an existing comment is shown in its card instead. */
export const openEditorsOf = (editors: readonly Editor[]): OpenEditor[] =>
  editors.flatMap(({ key, target }) =>
    target.kind === 'lines' && target.target.isOutdated !== true
      ? [{ key, target: target.target }]
      : [],
  );

/** Lines with an open editor, for new and existing comments. */
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
