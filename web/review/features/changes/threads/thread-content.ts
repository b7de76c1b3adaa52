import { createContext, type ReactNode } from 'react';
import type { ReviewComment } from '../../../../../shared/annotations/comment.ts';
import type { ReviewAnnotation } from '../../../../../shared/annotations/review-annotation.ts';
import type { CommentTarget } from '../../../../../shared/session/editor.ts';

/** An editor that is open in the diff: for a new comment, or for one that is there. */
export interface OpenEditor {
  /** Unique among the open editors; stays the same while it is open. */
  readonly key: string;
  readonly target: CommentTarget;
}

/** What the rows below the lines need of the page. */
export interface ThreadContent {
  readonly renderComment: (comment: ReviewComment) => ReactNode;
  readonly renderFinding: (finding: ReviewAnnotation) => ReactNode;
  readonly renderEditor: (editor: OpenEditor) => ReactNode;
}

export const ThreadContext = createContext<ThreadContent | undefined>(undefined);
