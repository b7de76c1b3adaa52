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
 * Waits for the decision of a session, without time limit. If the supervisor goes away, the files on disk tell how to
 * continue; a session that is still open gets a new one.
 * @throws GalleyError `not_found`, or the reason why no supervisor starts; the reason of `signal` if it is aborted
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
      // A supervisor that is shutting down still answers for a moment.
      if (failures > 1) await delay(pauseMs);
      signal.throwIfAborted();
      const resumed = await resumeWaiting(id, context, signal);
      if (resumed.kind === 'decided') return resumed.decision;
      ({ client } = resumed);
    }
  }
};
