import * as z from 'zod';

/** How a session ended. `undecided`: a process died first; never an approval. */
export const outcomeSchema = z.enum(['approved', 'denied', 'feedback', 'closed', 'undecided']);
