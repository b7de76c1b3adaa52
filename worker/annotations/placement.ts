import type { Annotation, AnnotationInput } from '../../shared/annotations/annotation.ts';
import type {
  DocumentAnnotation,
  DocumentAnnotationInput,
} from '../../shared/annotations/document-annotation.ts';
import type {
  ReviewAnnotation,
  ReviewAnnotationInput,
} from '../../shared/annotations/review-annotation.ts';

type DocumentPlacementField =
  | 'placement'
  | 'blockId'
  | 'startOffset'
  | 'endOffset'
  | 'startLine'
  | 'endLine';

/** The server-set fields that give an annotation's place. Source: contract.md, section 1.3. */
export type Placed =
  | Pick<DocumentAnnotation, Extract<DocumentPlacementField, keyof DocumentAnnotation>>
  | ReviewPlaced;

export type ReviewPlaced = Pick<ReviewAnnotation, 'placement' | 'shownAt' | 'lostCode'>;

/** Finds the places of annotations in the prepared content, in input order. */
export type Place = (inputs: readonly AnnotationInput[]) => Promise<readonly Placed[]>;

/** Finds the places of records in content that was read again, in their order. */
export type PlaceAgain = (records: readonly Annotation[]) => Promise<readonly Placed[]>;

/** How a kind of content places annotations. */
export interface Placing {
  readonly exactly: Place;
  /** Begins to place all of them again, some at a time; by default as if they were new. */
  readonly again?: (all: readonly Annotation[]) => Promise<PlaceAgain>;
  /** For annotations without an exact place; may take a while. */
  readonly approximately?: Place;
}

export const isReviewInput = (input: AnnotationInput): input is ReviewAnnotationInput =>
  'scope' in input;

/** Whether placing it requires the content. */
export const needsContent = (input: AnnotationInput): boolean =>
  isReviewInput(input) ? input.scope !== 'general' : input.type !== 'GLOBAL_COMMENT';

/** Placement without content: either none is needed, or the preparation failed. */
export const placeWithoutContent = (input: AnnotationInput): Placed => {
  if (isReviewInput(input))
    return { placement: input.scope === 'general' ? 'general' : 'unknown-file' };
  return { placement: input.type === 'GLOBAL_COMMENT' ? 'document' : 'unplaced' };
};

const documentFields = ['type', 'originalText', 'prefix', 'suffix', 'filePath'] as const;
const reviewFields = ['scope', 'filePath', 'lineStart', 'lineEnd', 'side'] as const;

/** Whether two versions of an annotation refer to the same place. */
export const isSamePlace = (one: AnnotationInput, other: AnnotationInput): boolean => {
  if (isReviewInput(one) && isReviewInput(other))
    return reviewFields.every((field) => one[field] === other[field]);
  const [first, second] = [one, other] as DocumentAnnotationInput[];
  return documentFields.every((field) => first?.[field] === second?.[field]);
};
