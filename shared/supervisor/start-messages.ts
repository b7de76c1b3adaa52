import * as z from 'zod';
import { errorBodySchema } from '../errors.ts';
import { supervisorRecordSchema } from './registry.ts';

/**
 * The only IPC message from a supervisor to the process that spawned it: `ready` with the record of the leading
 * supervisor, itself or an earlier one, once that is registered and answers; `failed` if it cannot start.
 */
export const startMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), supervisor: supervisorRecordSchema }),
  z.object({ type: z.literal('failed'), body: errorBodySchema }),
]);
export type StartMessage = z.infer<typeof startMessageSchema>;
