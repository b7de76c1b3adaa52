import type { Handler } from '../shared/node/http/serve-route.ts';
import type { InputOf } from '../shared/node/http/parse-input.ts';
import type { routeModes, SessionRouteId } from '../shared/session/session-paths.ts';
import type { sessionSchemas } from '../shared/session/session-routes.ts';

/** The handler of a route, whose input the row's schemas have parsed. */
export type SessionHandler<Id extends SessionRouteId> = Handler<
  InputOf<(typeof sessionSchemas)[Id]>
>;

/** The handlers of some routes, or of all: a family that forgets one of its own does not compile. */
export type SessionHandlers<Id extends SessionRouteId = SessionRouteId> = {
  readonly [One in Id]: SessionHandler<One>;
};

/** Handlers that get requests as they came, to be parsed. */
export type ServedHandlers<Id extends SessionRouteId = SessionRouteId> = Readonly<
  Record<Id, Handler>
>;

type RouteModes = typeof routeModes;
type RouteIn<Modes> = {
  [Id in keyof RouteModes]: RouteModes[Id] extends Modes ? Id : never;
}[keyof RouteModes];

/** What only plans and documents have. */
export type DocumentRouteId = RouteIn<readonly ['plan', 'document']>;
/** What only changes have. */
export type ChangeRouteId = RouteIn<readonly ['review']>;
/** What does not depend on the kind of content. */
export type CommonRouteId = Exclude<SessionRouteId, DocumentRouteId | ChangeRouteId>;
