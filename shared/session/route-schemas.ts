import * as z from 'zod';

/** Pieces of the schemas of several routes. */
export const named = z.string().min(1, 'must not be empty');
/** A body that may be absent, and is ignored. */
export const nothing = z.object({}).optional();
export const nonNegative = 'must be a non-negative integer';
export const eventStream = 'text/event-stream';
