import type { Handler } from '../shared/node/http/serve-route.ts';
import type { sessionPaths, SessionRouteId } from '../shared/session/session-paths.ts';

/** The handlers of some routes, or of all: a family that forgets one of its own does not compile. */
export type SessionHandlers<Id extends SessionRouteId = SessionRouteId> = Readonly<
  Record<Id, Handler>
>;

type RouteIn<Modes> = Extract<(typeof sessionPaths)[number], { modes: Modes }>['id'];

/** What only plans and documents have. */
export type DocumentRouteId = RouteIn<readonly ['plan', 'document']>;
/** What only changes have. */
export type ChangeRouteId = RouteIn<readonly ['review']>;
/** What does not depend on the kind of content. */
export type CommonRouteId = Exclude<SessionRouteId, DocumentRouteId | ChangeRouteId>;
