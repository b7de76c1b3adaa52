import * as z from 'zod';
import { errorBodySchema } from '../errors.ts';
import { supervisorRecordSchema } from './registry.ts';

/**
 * The one message that a supervisor sends over IPC to the process that spawned it: `ready` once the registry names a
 * supervisor that answers, with its record, be it itself or the one that leads already; `failed` where it cannot start.
 */
export const startMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), supervisor: supervisorRecordSchema }),
  z.object({ type: z.literal('failed'), body: errorBodySchema }),
]);
export type StartMessage = z.infer<typeof startMessageSchema>;
