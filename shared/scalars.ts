// Schemas that others are made of. Each instance costs a worker about 3 KB for as long as it lives, so there is one of each.
import * as z from 'zod';

export const textSchema = z.string();
export const optionalTextSchema = z.exactOptional(textSchema);
export const flagSchema = z.boolean();
export const optionalFlagSchema = z.exactOptional(flagSchema);
export const countSchema = z.int().min(0);
export const optionalCountSchema = z.exactOptional(countSchema);
/** Counts from 1, as lines, rounds and content versions do. */
export const ordinalSchema = z.int().min(1);
