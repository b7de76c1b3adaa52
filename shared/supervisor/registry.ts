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
  /** In remote mode alone. */
  gateway: z.exactOptional(gatewaySchema),
});
export type SupervisorRecord = z.infer<typeof supervisorRecordSchema>;

/** The content of `registry.json`. Only the supervisor writes it. */
export const registrySchema = z.object({
  version: z.literal(1),
  supervisor: supervisorRecordSchema,
  sessions: z.array(sessionRecordSchema),
});
export type Registry = z.infer<typeof registrySchema>;
