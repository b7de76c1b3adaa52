import type { Annotation, AnnotationInput } from '../../shared/annotations/annotation.ts';
import type { Placed } from './placement.ts';

interface Stamp {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The server's part of a record. */
interface RecordParts extends Stamp {
  readonly placed: Placed;
}

/**
 * Completes the input in place and returns it as the record: batches reach ten thousand, and copying each input would
 * dominate garbage collection. Input and placement must be of the session's mode.
 */
export const makeAnnotation = (input: AnnotationInput, parts: RecordParts): Annotation => {
  const record = input as AnnotationInput & { -readonly [Part in keyof Stamp]: Stamp[Part] };
  record.id = parts.id;
  record.createdAt = parts.createdAt;
  record.updatedAt = parts.updatedAt;
  return Object.assign(record, parts.placed) as Annotation;
};

const placementFields = new Set([
  'placement',
  'shownAt',
  'lostCode',
  'blockId',
  'startOffset',
  'endOffset',
  'startLine',
  'endLine',
]);
const stampFields = new Set(['id', 'createdAt', 'updatedAt']);

/** The record as the client would send it, without the server's fields. */
export const inputOf = (annotation: Annotation): AnnotationInput =>
  Object.fromEntries(
    Object.entries(annotation).filter(
      ([field]) => !placementFields.has(field) && !stampFields.has(field),
    ),
  ) as AnnotationInput;

/** The placement fields of a record. */
export const placedOf = (annotation: Annotation): Placed =>
  Object.fromEntries(
    Object.entries(annotation).filter(([field]) => placementFields.has(field)),
  ) as Placed;

/** Whether two inputs are equal, field by field. */
export const isSameInput = (one: AnnotationInput, other: AnnotationInput): boolean => {
  const [first, second] = [one, other] as Readonly<Record<string, unknown>>[];
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...fields].every((field) => first?.[field] === second?.[field]);
};
