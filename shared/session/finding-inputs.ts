import * as z from 'zod';
import { named, nonNegative } from './route-schemas.ts';
import type { RouteInputs } from './route.ts';

/** What the routes for findings take, apart from what they answer. */
export const findingInputs = {
  // For batches of thousands: the handler has a fast path for valid items, and errors name each item.
  addAnnotations: { handlerReads: 'json' },
  listAnnotations: {
    query: z.object({
      since: z.exactOptional(z.string(nonNegative).regex(/^\d+$/u, nonNegative)),
    }),
  },
  updateAnnotation: {
    query: z.object({ id: named }),
    body: z.record(z.string(), z.unknown(), 'must be an object of the fields to change'),
    bodyName: 'The patch',
  },
  removeAnnotations: {
    // Strict, since a misspelt name would clear everything.
    query: z
      .strictObject({ id: z.exactOptional(named), source: z.exactOptional(named) })
      .refine((query) => query.id === undefined || query.source === undefined, {
        path: ['id'],
        message: 'cannot be given together with source',
      }),
  },
} as const satisfies RouteInputs;
