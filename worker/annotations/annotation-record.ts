import type { Annotation, AnnotationInput } from '../../shared/annotations/annotation.ts';
import type { Placed } from './placement.ts';

interface Stamp {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What a record is made of besides what the client sent. */
interface RecordParts extends Stamp {
  readonly placed: Placed;
}

/**
 * The record that is stored and returned. It is the input itself, completed: ten thousand may come at once, and a copy
 * of each would be most of what the collector of garbage has to do. Input and placement are of the session's one family.
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
  'blockId',
  'startOffset',
  'endOffset',
  'startLine',
  'endLine',
]);
const stampFields = new Set(['id', 'createdAt', 'updatedAt']);

/** The record without the server's fields: as the client would send it. */
export const inputOf = (annotation: Annotation): AnnotationInput =>
  Object.fromEntries(
    Object.entries(annotation).filter(
      ([field]) => !placementFields.has(field) && !stampFields.has(field),
    ),
  ) as AnnotationInput;

/** Where a record stands. */
export const placedOf = (annotation: Annotation): Placed =>
  Object.fromEntries(
    Object.entries(annotation).filter(([field]) => placementFields.has(field)),
  ) as Placed;

/** Whether two inputs say the same, field by field. */
export const isSameInput = (one: AnnotationInput, other: AnnotationInput): boolean => {
  const [first, second] = [one, other] as Readonly<Record<string, unknown>>[];
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...fields].every((field) => first?.[field] === second?.[field]);
};
