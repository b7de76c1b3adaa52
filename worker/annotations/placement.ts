import type { AnnotationInput } from '../../shared/annotations/annotation.ts';
import type {
  DocumentAnnotation,
  DocumentAnnotationInput,
} from '../../shared/annotations/document-annotation.ts';
import type {
  ReviewAnnotation,
  ReviewAnnotationInput,
} from '../../shared/annotations/review-annotation.ts';

type DocumentPlacementField =
  'placement' | 'blockId' | 'startOffset' | 'endOffset' | 'startLine' | 'endLine';

/** The fields by which the server says where an annotation stands. Source: contract.md, section 1.3. */
export type Placed =
  | Pick<DocumentAnnotation, Extract<DocumentPlacementField, keyof DocumentAnnotation>>
  | Pick<ReviewAnnotation, 'placement'>;

/** Finds where annotations stand in the content that is ready; in the order of the inputs. */
export type Place = (inputs: readonly AnnotationInput[]) => Promise<readonly Placed[]>;

/** The ways in which a kind of content places annotations. */
export interface Placing {
  readonly exactly: Place;
  /** For those that stand nowhere exactly; takes its time. */
  readonly approximately?: Place;
}

export const isReviewInput = (input: AnnotationInput): input is ReviewAnnotationInput =>
  'scope' in input;

/** Whether the content must be looked at to place it. */
export const needsContent = (input: AnnotationInput): boolean =>
  isReviewInput(input) ? input.scope !== 'general' : input.type !== 'GLOBAL_COMMENT';

/** Where an annotation stands that has no content to be found in: it needs none, or the preparation failed. */
export const placeWithoutContent = (input: AnnotationInput): Placed => {
  if (isReviewInput(input))
    return { placement: input.scope === 'general' ? 'general' : 'unknown-file' };
  return { placement: input.type === 'GLOBAL_COMMENT' ? 'document' : 'unplaced' };
};

const documentFields = ['type', 'originalText', 'filePath'] as const;
const reviewFields = ['scope', 'filePath', 'lineStart', 'lineEnd', 'side'] as const;

/** Whether two versions of an annotation stand at the same place, wherever that is. */
export const isSamePlace = (one: AnnotationInput, other: AnnotationInput): boolean => {
  if (isReviewInput(one) && isReviewInput(other))
    return reviewFields.every((field) => one[field] === other[field]);
  const [first, second] = [one, other] as DocumentAnnotationInput[];
  return documentFields.every((field) => first?.[field] === second?.[field]);
};
