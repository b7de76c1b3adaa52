import { createContext, type ReactNode } from 'react';
import type { Comment, ReviewComment } from '../../../../../shared/annotations/comment.ts';
import type { ReviewAnnotation } from '../../../../../shared/annotations/review-annotation.ts';
import type { CommentTarget } from '../../../../../shared/session/editor.ts';
import type { Editor } from '../../../store/editors-slice.ts';

/** An editor in the diff. */
export interface OpenEditor {
  /** Unique among open editors, and stable. */
  readonly key: string;
  readonly target: CommentTarget;
}

/** Renderers for the content below lines. */
export interface ThreadContent {
  readonly renderComment: (comment: ReviewComment) => ReactNode;
  readonly renderFinding: (finding: ReviewAnnotation) => ReactNode;
  readonly renderEditor: (editor: OpenEditor) => ReactNode;
}

export const ThreadContext = createContext<ThreadContent | undefined>(undefined);

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
