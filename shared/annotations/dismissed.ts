import * as z from 'zod';

/**
 * Ids of annotations that the reviewer has taken out of the feedback. They stay in the session, for the tools that sent
 * them and for other readers.
 */
export const dismissedSchema = z.array(z.uuid()).max(100_000);
