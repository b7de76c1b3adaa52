import * as z from 'zod';

/** Ids of findings that the reviewer dismissed. They stay in the session for other readers. */
export const dismissedSchema = z.array(z.uuid()).max(100_000);
