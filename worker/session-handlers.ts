import type { Handler } from '../shared/node/http/serve-route.ts';
import type { SessionRouteId } from '../shared/session/session-paths.ts';

/** The handlers of some routes, or of all: a family that forgets one of its own does not compile. */
export type SessionHandlers<Id extends SessionRouteId = SessionRouteId> = Readonly<
  Record<Id, Handler>
>;
