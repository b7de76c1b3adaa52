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

/** A stored external annotation of any mode. */
export const annotationSchema = z.union([reviewAnnotationSchema, documentAnnotationSchema]);
export type Annotation = z.infer<typeof annotationSchema>;

/** What a client may send, of either family; the session's mode decides which. */
export const annotationInput = (mode: Mode, limits: Limits) =>
  mode === 'review' ? reviewAnnotationInput(limits) : documentAnnotationInput(limits);
export type AnnotationInput = z.output<ReturnType<typeof annotationInput>>;

/**
 * Reads what is obviously valid for `annotationInput` at a fraction of its time, with the same result; undefined for
 * all else, which may be valid or not. Ten thousand findings may come at once.
 */
export const quickAnnotation = (
  mode: Mode,
  limits: Limits,
): ((value: unknown) => AnnotationInput | undefined) =>
  mode === 'review' ? quickReviewAnnotation(limits) : quickDocumentAnnotation(limits);

const fieldsOf = (mode: Mode): readonly string[] =>
  mode === 'review' ? reviewAnnotationFields : documentAnnotationFields;

/**
 * The client's fields of `stored` with those of `patch` in their place; `null` removes a field.
 * Only own, known fields are read, so that `id`, `__proto__` and whatever else is sent have no effect.
 * The result is unchecked: it must pass `annotationInput` as a whole.
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
