import * as z from 'zod';
import { countSchema, textSchema } from '../scalars.ts';
import { heldSchema, outcomeSchema } from '../session/outcome.ts';
import { noCounts, preparationSchema, sessionCountsSchema } from '../session/mode.ts';

/** What each end of a link sends first: its own epoch, and the last message it has seen, by epoch and number. */
const hello = {
  epoch: textSchema,
  seen: z.object({ epoch: textSchema, seq: countSchema }),
};

/** The first line from an adopting supervisor. */
export const supervisorHelloSchema = z.object({ proof: textSchema, ...hello });
export type SupervisorHello = z.infer<typeof supervisorHelloSchema>;

/** The state of a worker's session, for an adopting supervisor. */
const workerStateSchema = z.object({
  preparation: preparationSchema,
  /** Null until it is decided. */
  outcome: z.union([outcomeSchema, z.null()]),
  /** The decision, while it can be undone. Missing from workers of earlier releases, which hold none. */
  held: z.union([heldSchema, z.null()]).default(null),
  counts: sessionCountsSchema.default(noCounts),
});
export type WorkerState = z.infer<typeof workerStateSchema>;

/** The worker's first line, after the supervisor has proved that it knows the nonce. */
export const workerHelloSchema = z.object({ ...hello, state: workerStateSchema });
