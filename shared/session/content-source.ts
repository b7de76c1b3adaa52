import * as z from 'zod';

/** Where the content of a plan or document came from. */
export const contentSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('content') }),
  z.object({ kind: z.literal('path'), path: z.string() }),
  z.object({ kind: z.literal('url'), url: z.string() }),
]);
