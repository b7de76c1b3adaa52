import * as z from 'zod';
import { named } from './route-schemas.ts';
import type { RouteInputs } from './route.ts';
import { linesQuerySchema, sideQuerySchema } from './side-lines.ts';

const whitespace = z.exactOptional(z.enum(['show', 'hide']));

/** What the routes of the diff itself take: apart from what they answer, which has the whole manifest. */
export const diffInputs = {
  getDiff: { query: z.object({ whitespace }) },
  getFilePatch: { query: z.object({ id: named, whitespace }) },
  searchDiff: {
    query: z.object({
      q: named.max(200).regex(/^[^\r\n]*$/u, 'must be of one line'),
      whitespace,
    }),
  },
  getDiffSide: { query: sideQuerySchema },
  getDiffImage: { query: sideQuerySchema },
  getDiffLines: { query: linesQuerySchema },
  getInterdiff: { query: z.object({ id: named }) },
} as const satisfies RouteInputs;
