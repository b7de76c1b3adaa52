import * as z from 'zod';
import { sessionRecordSchema } from '../session/session.ts';
import { gatewaySchema } from './gateway.ts';
import { processIdentitySchema } from './process-identity.ts';

export const supervisorRecordSchema = processIdentitySchema.extend({
  nonce: z.string(),
  url: z.string(),
  token: z.string(),
  release: z.string(),
  startedAt: z.iso.datetime(),
  /** In remote mode only. */
  gateway: z.exactOptional(gatewaySchema),
});
export type SupervisorRecord = z.infer<typeof supervisorRecordSchema>;

/** The schema of `registry.json`, which only the supervisor writes. */
export const registrySchema = z.object({
  version: z.literal(1),
  supervisor: supervisorRecordSchema,
  sessions: z.array(sessionRecordSchema),
});
export type Registry = z.infer<typeof registrySchema>;
