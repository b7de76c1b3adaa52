import * as z from 'zod';
import { annotationInput } from '../annotations/annotation.ts';
import {
  addedAnswerSchema,
  annotationsAnswerSchema,
  removedAnswerSchema,
  updatedAnswerSchema,
} from '../annotations/events.ts';
import { defaultLimits } from '../annotations/limits.ts';
import { eventStream, named, nonNegative } from './route-schemas.ts';
import type { RouteSchemas } from './route.ts';

const oneAnnotation = z.union([
  annotationInput('plan', defaultLimits),
  annotationInput('review', defaultLimits),
]);

/** Schemas of the routes for findings. */
export const findingSchemas = {
  addAnnotations: {
    summary: 'Add one finding or a batch, all or nothing.',
    body: z.union([oneAnnotation, z.object({ annotations: z.array(oneAnnotation).min(1) })]),
    // For batches of thousands: the handler has a fast path for valid items, and errors name each item.
    handlerReads: 'json',
    replies: { 201: addedAnswerSchema },
  },
  listAnnotations: {
    summary: 'All findings in the order of arrival; 304 if `since` is the current version.',
    query: z.object({
      since: z.exactOptional(z.string(nonNegative).regex(/^\d+$/u, nonNegative)),
    }),
    replies: { 200: annotationsAnswerSchema, 304: null },
  },
  updateAnnotation: {
    summary: 'Merge fields into a finding; null removes an optional one.',
    query: z.object({ id: named }),
    body: z.record(z.string(), z.unknown(), 'must be an object of the fields to change'),
    bodyName: 'The patch',
    replies: { 200: updatedAnswerSchema },
  },
  removeAnnotations: {
    summary: 'Remove one finding, all of a source, or all.',
    // Strict, since a misspelt name would clear everything.
    query: z
      .strictObject({ id: z.exactOptional(named), source: z.exactOptional(named) })
      .refine((query) => query.id === undefined || query.source === undefined, {
        path: ['id'],
        message: 'cannot be given together with source',
      }),
    replies: { 200: removedAnswerSchema },
  },
  streamAnnotations: {
    summary: 'The findings and each of their changes as server-sent events.',
    replies: { 200: eventStream },
  },
} as const satisfies Readonly<Record<string, RouteSchemas>>;
