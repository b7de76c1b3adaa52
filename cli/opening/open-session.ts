import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { SessionView } from '../../shared/session/session.ts';
import type { SupervisorRecord } from '../../shared/supervisor/registry.ts';
import type { ControlClient } from '../client/control-client.ts';
import { isSupervisorGone } from '../client/client-errors.ts';
import { connectInNetwork } from '../remote/connect-in-network.ts';
import type { OpeningContext, PreparedRequest } from './open-request.ts';

export interface OpenedSession {
  readonly client: ControlClient;
  readonly session: SessionView;
  /** Undefined in local mode. */
  readonly gateway: SupervisorRecord['gateway'];
}

const maxAttempts = 6;
/** Before the second attempt, doubling: a supervisor that shuts down is listed until it is gone. */
const retryMs = 100;

/**
 * Opens a session once connected. If the supervisor goes away meanwhile, retries with the next one; the idempotency key
 * keeps the session from being opened twice.
 * @throws GalleyError if it cannot be opened
 */
export const openSession = async (
  { request, temporaryFile }: PreparedRequest,
  { connecting, context }: OpeningContext,
): Promise<OpenedSession> => {
  const idempotencyKey = randomUUID();
  try {
    let client = await connecting;
    for (let attempt = 1; ; attempt += 1)
      try {
        const session = await client.openSession(request, idempotencyKey);
        return { client, session, gateway: client.record.gateway };
      } catch (error) {
        if (!isSupervisorGone(error) || attempt === maxAttempts) {
          await client.stopIfUnused();
          throw error;
        }
        await pause(retryMs * 2 ** (attempt - 1));
        client = await connectInNetwork(context);
      }
  } finally {
    if (temporaryFile !== undefined) await rm(temporaryFile, { force: true });
  }
};
