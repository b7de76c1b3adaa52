import * as z from 'zod';

/** Identifies a process even if its pid is reused later. `bootId` is empty if the platform has none. */
export const processIdentitySchema = z.object({
  pid: z.int().min(1),
  startTime: z.string().max(200),
  bootId: z.string().max(200),
});
export type ProcessIdentity = z.infer<typeof processIdentitySchema>;

/**
 * The process of a hook; without it, its review is pointless. `pidNamespace` is the namespace of its pid, as in
 * `/proc/PID/ns/pid`; empty if the platform has none.
 */
export const launcherSchema = processIdentitySchema.extend({ pidNamespace: z.string().max(200) });
export type Launcher = z.infer<typeof launcherSchema>;
