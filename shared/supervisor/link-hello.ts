import * as z from 'zod';
import { heldSchema } from '../session/held.ts';
import { outcomeSchema } from '../session/outcome.ts';
import { preparationSchema } from '../session/mode.ts';
import { noCounts, sessionCountsSchema } from '../session/session-counts.ts';

/** What each end of a link says of itself first: its instance, and the last message of which instance it has seen. */
const hello = {
  epoch: z.string(),
  seen: z.object({ epoch: z.string(), seq: z.int().min(0) }),
};

/** The first line of a supervisor that adopts a worker. */
export const supervisorHelloSchema = z.object({ proof: z.string(), ...hello });
export type SupervisorHello = z.infer<typeof supervisorHelloSchema>;

/** How far a worker's session is, for a supervisor that was not there. */
export const workerStateSchema = z.object({
  preparation: preparationSchema,
  /** Null while it is not decided. */
  outcome: z.union([outcomeSchema, z.null()]),
  /** Its decision, while that can be undone. Workers of earlier releases do not say: they hold none. */
  held: z.union([heldSchema, z.null()]).default(null),
  counts: sessionCountsSchema.default(noCounts),
});
export type WorkerState = z.infer<typeof workerStateSchema>;

/** The first line of the worker, once it knows that the supervisor knows the nonce. */
export const workerHelloSchema = z.object({ ...hello, state: workerStateSchema });
