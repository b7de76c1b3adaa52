import type { ReviewSide } from '../../../../../shared/annotations/review-annotation.ts';
import type { DiffNavigation } from '../pierre/diff-navigation.ts';

/** A file to open beside the diff, and where in it. */
export interface OpenedPlace {
  readonly filePath: string;
  readonly side?: ReviewSide;
  readonly lineStart?: number;
  readonly lineEnd?: number;
  /** Of the comment there. */
  readonly id?: string;
}

/** What keys do in the file that is read. */
export type Reading = Pick<
  DiffNavigation,
  'comment' | 'goToChange' | 'goToFile' | 'markViewed' | 'selected' | 'toggleWhole'
>;
