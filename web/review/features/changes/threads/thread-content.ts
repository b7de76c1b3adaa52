import { createContext, type ReactNode } from 'react';
import type { ReviewComment } from '../../../../../shared/annotations/comment.ts';
import type { ReviewAnnotation } from '../../../../../shared/annotations/review-annotation.ts';
import type { CommentTarget } from '../../../../../shared/session/editor.ts';

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
