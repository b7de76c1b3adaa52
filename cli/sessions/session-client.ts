import type { ArgumentsOf, ReplyOf } from '../../shared/client.ts';
import { GalleyError } from '../../shared/errors.ts';
import { createApiClient, type CallOptions } from '../../shared/node/api-client.ts';
import { sessionApi } from '../../shared/session/session-routes.ts';
import type { SessionRouteId } from '../../shared/session/session-paths.ts';
import type { SessionView } from '../../shared/session/session.ts';

type SessionApi = typeof sessionApi;

/**
 * Calls a route of an open session.
 * @throws GalleyError of the session, or `session_unreachable`
 */
export const callSession = async <Id extends SessionRouteId>(
  { id, port }: Pick<SessionView, 'id' | 'port'>,
  route: Id,
  ...given: ArgumentsOf<SessionApi, Id, CallOptions>
): Promise<ReplyOf<SessionApi['schemas'][Id]>> => {
  try {
    return await createApiClient(sessionApi, { url: `http://127.0.0.1:${port}` }).call(
      route,
      ...given,
    );
  } catch (cause) {
    if (cause instanceof GalleyError) throw cause;
    throw new GalleyError(
      'session_unreachable',
      `The review ${id} does not answer. Try again in a moment.`,
      { cause },
    );
  }
};
