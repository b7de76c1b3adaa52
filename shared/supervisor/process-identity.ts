import * as z from 'zod';

/** A process, told from a later one with the same pid. `bootId` is empty where the platform has none. */
export const processIdentitySchema = z.object({
  pid: z.int().min(1),
  startTime: z.string().max(200),
  bootId: z.string().max(200),
});
export type ProcessIdentity = z.infer<typeof processIdentitySchema>;

/**
 * The process of a hook, whose review has no use once it is gone. `pidNamespace` tells among which processes its pid
 * counts, as `/proc/PID/ns/pid` does; empty where the platform has none.
 */
export const launcherSchema = processIdentitySchema.extend({ pidNamespace: z.string().max(200) });
export type Launcher = z.infer<typeof launcherSchema>;
