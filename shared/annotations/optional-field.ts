import * as z from 'zod';

/**
 * A field that a client may leave out. To the types it is zod's `exactOptional`, which however makes an issue of every
 * absent field before it drops that again: half the time of a batch. What is parsed is JSON, which has no `undefined`
 * that the difference would let through.
 */
export const optionalField = <Schema extends z.ZodType>(
  schema: Schema,
): z.ZodExactOptional<Schema> => z.optional(schema) as unknown as z.ZodExactOptional<Schema>;
