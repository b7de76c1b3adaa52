import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { SessionView } from '../../shared/session/session.ts';
import type { SupervisorRecord } from '../../shared/supervisor/registry.ts';
import type { ControlClient } from '../client/control-client.ts';
import { isSupervisorGone } from '../client/unreachable.ts';
import { connectInNetwork } from '../remote/connect-in-network.ts';
import type { PreparedRequest } from './open-request.ts';
import type { OpeningContext } from './opening.ts';

export interface OpenedSession {
  readonly client: ControlClient;
  readonly session: SessionView;
  /** Undefined in local mode. */
  readonly gateway: SupervisorRecord['gateway'];
}

const attemptsAtMost = 5;

/**
 * Opens a session once the supervisor is there. Where that goes away in the middle, the next one is asked, which knows
 * the request by its key: a session that was opened already is not opened twice.
 * @throws GalleyError that says why it cannot be opened
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
        if (!isSupervisorGone(error) || attempt === attemptsAtMost) {
          await client.stopIfUnused();
          throw error;
        }
        client = await connectInNetwork(context);
      }
  } finally {
    if (temporaryFile !== undefined) await rm(temporaryFile, { force: true });
  }
};
