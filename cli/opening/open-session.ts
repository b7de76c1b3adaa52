import { rm } from 'node:fs/promises';
import type { SessionView } from '../../shared/session/session.ts';
import { connect } from '../client/connect.ts';
import type { ControlClient } from '../client/control-client.ts';
import type { Context } from '../context.ts';
import type { PreparedRequest } from './open-request.ts';

export interface OpenedSession {
  readonly client: ControlClient;
  readonly session: SessionView;
}

/**
 * Opens a session, with a supervisor started where there is none.
 * @throws GalleyError that says why it cannot be opened
 */
export const openSession = async (
  { request, temporaryFile }: PreparedRequest,
  context: Context,
): Promise<OpenedSession> => {
  try {
    const client = await connect(context);
    return { client, session: await client.openSession(request) };
  } finally {
    if (temporaryFile !== undefined) await rm(temporaryFile, { force: true });
  }
};
