import * as z from 'zod';
import { sessionRecordSchema } from '../session/session.ts';
import { processIdentitySchema } from './process-identity.ts';

/** The gateway of a supervisor in remote mode; `url` has no trailing slash. */
export const gatewaySchema = z.object({
  port: z.int().min(1).max(65_535),
  /** With an address of this machine that other machines can use. */
  url: z.string(),
});
export type Gateway = z.infer<typeof gatewaySchema>;

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
