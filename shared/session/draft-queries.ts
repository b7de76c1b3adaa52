import * as z from 'zod';
import { nonNegative } from './route-schemas.ts';
import type { RouteInputs } from './route.ts';

/**
 * The query of `GET /api/draft`: the version that the page reads; without it, the page is of the previous release and
 * gets version 1.
 */
const draftQuerySchema = z.object({ version: z.exactOptional(z.literal('2')) });

/** What the routes of drafts take besides a draft itself, which most sessions never have. */
export const draftQueries = {
  getDraft: { query: draftQuerySchema },
  deleteDraft: {
    query: z.object({ generation: z.string().regex(/^\d{1,15}$/u, nonNegative) }),
  },
} as const satisfies RouteInputs;
