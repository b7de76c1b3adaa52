import * as z from 'zod';
import {
  documentAnnotationFields,
  documentAnnotationInput,
  documentAnnotationSchema,
  quickDocumentAnnotation,
} from './document-annotation.ts';
import type { Limits } from './limits.ts';
import {
  quickReviewAnnotation,
  reviewAnnotationFields,
  reviewAnnotationInput,
  reviewAnnotationSchema,
} from './review-annotation.ts';
import type { Mode } from '../session/mode.ts';

/** A stored annotation of either family. */
export const annotationSchema = z.union([reviewAnnotationSchema, documentAnnotationSchema]);
export type Annotation = z.infer<typeof annotationSchema>;

/** What a client may send; the session's mode decides the family. */
export const annotationInput = (mode: Mode, limits: Limits) =>
  mode === 'review' ? reviewAnnotationInput(limits) : documentAnnotationInput(limits);
export type AnnotationInput = z.output<ReturnType<typeof annotationInput>>;

/**
 * A fast path for `annotationInput`: the same result for obviously valid input, in a fraction of the time; undefined if
 * the schema has to decide. Ten thousand findings may arrive at once.
 */
export const quickAnnotation = (
  mode: Mode,
  limits: Limits,
): ((value: unknown) => AnnotationInput | undefined) =>
  mode === 'review' ? quickReviewAnnotation(limits) : quickDocumentAnnotation(limits);

const fieldsOf = (mode: Mode): readonly string[] =>
  mode === 'review' ? reviewAnnotationFields : documentAnnotationFields;

/**
 * Merges `patch` into the client's fields of `stored`; `null` removes a field. Only own, known fields are read, so
 * `id`, `__proto__` and the like have no effect. The result must still pass `annotationInput`.
 */
export const mergeAnnotation = (
  mode: Mode,
  stored: Readonly<Record<string, unknown>>,
  patch: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const merged: Record<string, unknown> = {};
  for (const field of fieldsOf(mode)) {
    const value = Object.hasOwn(patch, field) ? patch[field] : stored[field];
    if (value !== null && value !== undefined) merged[field] = value;
  }
  return merged;
};
