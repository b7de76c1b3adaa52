import * as z from 'zod';

/** The source of a plan's or document's content. */
export const contentSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('content') }),
  z.object({ kind: z.literal('path'), path: z.string() }),
  z.object({ kind: z.literal('url'), url: z.string() }),
]);
