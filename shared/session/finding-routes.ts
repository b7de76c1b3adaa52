import * as z from 'zod';
import { annotationInput } from '../annotations/annotation.ts';
import {
  addedAnswerSchema,
  annotationsAnswerSchema,
  removedAnswerSchema,
  updatedAnswerSchema,
} from '../annotations/events.ts';
import { defaultLimits } from '../annotations/limits.ts';
import { findingInputs } from './finding-inputs.ts';
import { eventStream } from './route-schemas.ts';
import type { RouteSchemas } from './route.ts';

const oneAnnotation = z.union([
  annotationInput('plan', defaultLimits),
  annotationInput('review', defaultLimits),
]);

/** Schemas of the routes for findings. */
export const findingSchemas = {
  addAnnotations: {
    ...findingInputs.addAnnotations,
    summary: 'Add one finding or a batch, all or nothing.',
    body: z.union([oneAnnotation, z.object({ annotations: z.array(oneAnnotation).min(1) })]),
    replies: { 201: addedAnswerSchema },
  },
  listAnnotations: {
    ...findingInputs.listAnnotations,
    summary: 'All findings in the order of arrival; 304 if `since` is the current version.',
    replies: { 200: annotationsAnswerSchema, 304: null },
  },
  updateAnnotation: {
    ...findingInputs.updateAnnotation,
    summary: 'Merge fields into a finding; null removes an optional one.',
    replies: { 200: updatedAnswerSchema },
  },
  removeAnnotations: {
    ...findingInputs.removeAnnotations,
    summary: 'Remove one finding, all of a source, or all.',
    replies: { 200: removedAnswerSchema },
  },
  streamAnnotations: {
    summary: 'The findings and each of their changes as server-sent events.',
    replies: { 200: eventStream },
  },
} as const satisfies Readonly<Record<string, RouteSchemas>>;
