import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type { Comment } from '../../../../shared/annotations/comment.ts';
import { ApplyButtons } from './apply-buttons.tsx';
import { SuggestionDiff, type SuggestionDiffProps } from './suggestion-diff.tsx';

export interface SuggestionProps extends SuggestionDiffProps {
  /** What suggests it. */
  readonly of: Comment | Annotation;
}

/** A suggestion, which can be applied. */
export const Suggestion = ({ of, ...diff }: SuggestionProps) => (
  <>
    <SuggestionDiff {...diff} />
    <ApplyButtons of={of} />
  </>
);
