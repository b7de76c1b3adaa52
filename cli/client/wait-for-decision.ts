import { setTimeout as delay } from 'node:timers/promises';
import type { Decision } from '../../shared/session/decision.ts';
import type { Context } from '../context.ts';
import type { ControlClient } from './control-client.ts';
import { resumeWaiting } from './resume-waiting.ts';
import { isSupervisorGone } from './unreachable.ts';

interface WaitOptions {
  readonly client: ControlClient;
  readonly id: string;
  readonly context: Context;
  readonly signal: AbortSignal;
}

const maxAttempts = 20;
const pauseMs = 250;

/**
 * Waits for the decision of a session, however long it takes. When the supervisor goes away, what it left on the disk
 * says how to go on; a new one is started for a session that is still open.
 * @throws GalleyError `not_found`, or what keeps a supervisor from starting; the reason of `signal` where it is aborted
 */
export const waitForDecision = async (options: WaitOptions): Promise<Decision> => {
  const { id, context, signal } = options;
  let { client } = options;
  let failures = 0;
  for (;;) {
    try {
      const decision = await client.waitForDecision(id, signal);
      if (decision !== undefined) return decision;
      failures = 0;
    } catch (error) {
      failures += 1;
      if (!isSupervisorGone(error) || failures > maxAttempts) throw error;
      // One that shuts down still answers for a moment.
      if (failures > 1) await delay(pauseMs);
      signal.throwIfAborted();
      const resumed = await resumeWaiting(id, context, signal);
      if (resumed.kind === 'decided') return resumed.decision;
      ({ client } = resumed);
    }
  }
};
