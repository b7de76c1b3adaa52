import type { ReviewSide } from '../../../../../shared/annotations/review-annotation.ts';

/** A file to open beside the diff, and where in it. */
export interface OpenedPlace {
  readonly filePath: string;
  readonly side?: ReviewSide;
  readonly lineStart?: number;
  readonly lineEnd?: number;
  /** Of the comment there. */
  readonly id?: string;
}
