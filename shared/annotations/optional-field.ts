import * as z from 'zod';

/**
 * A field that a client may omit. Typed as zod's `exactOptional`, which creates and drops an issue for each absent
 * field: half the time of a batch. The difference is only `undefined`, which JSON does not have.
 */
export const optionalField = <Schema extends z.ZodType>(
  schema: Schema,
): z.ZodExactOptional<Schema> => z.optional(schema) as unknown as z.ZodExactOptional<Schema>;
