import * as z from 'zod';

/** Where the gateway of a supervisor in remote mode answers; `url` has no slash at its end. */
export const gatewaySchema = z.object({
  port: z.int().min(1).max(65_535),
  /** By an address of this machine, as other machines would open it. */
  url: z.string(),
});
export type Gateway = z.infer<typeof gatewaySchema>;
