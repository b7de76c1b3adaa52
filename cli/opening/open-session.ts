import { rm } from 'node:fs/promises';
import type { SessionView } from '../../shared/session/session.ts';
import type { ControlClient } from '../client/control-client.ts';
import type { PreparedRequest } from './open-request.ts';

export interface OpenedSession {
  readonly client: ControlClient;
  readonly session: SessionView;
}

/**
 * Opens a session once the supervisor is there.
 * @throws GalleyError that says why it cannot be opened
 */
export const openSession = async (
  { request, temporaryFile }: PreparedRequest,
  connecting: Promise<ControlClient>,
): Promise<OpenedSession> => {
  try {
    const client = await connecting;
    return { client, session: await client.openSession(request) };
  } finally {
    if (temporaryFile !== undefined) await rm(temporaryFile, { force: true });
  }
};
