import * as z from 'zod';

/** Pieces of the schemas of several routes. */
export const named = z.string().min(1, 'must not be empty');
export const nonNegative = 'must be a non-negative integer';
export const eventStream = 'text/event-stream';
