import * as z from 'zod';

/** The gateway of a supervisor in remote mode; `url` has no trailing slash. */
export const gatewaySchema = z.object({
  port: z.int().min(1).max(65_535),
  /** With an address of this machine that other machines can use. */
  url: z.string(),
});
export type Gateway = z.infer<typeof gatewaySchema>;
