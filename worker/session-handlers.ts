import type { Handler } from '../shared/node/http/serve-route.ts';
import type { InputOf } from '../shared/node/http/parse-input.ts';
import type { routeModes, SessionRouteId } from '../shared/session/session-paths.ts';
import type { sessionSchemas } from '../shared/session/session-routes.ts';

/** The handler of a route, with its input parsed. */
export type SessionHandler<Id extends SessionRouteId> = Handler<
  InputOf<(typeof sessionSchemas)[Id]>
>;

/** Handlers for some routes, or for all; a missing one does not compile. */
export type SessionHandlers<Id extends SessionRouteId = SessionRouteId> = {
  readonly [One in Id]: SessionHandler<One>;
};

/** Handlers that take raw requests and parse them. */
export type ServedHandlers<Id extends SessionRouteId = SessionRouteId> = Readonly<
  Record<Id, Handler>
>;

type RouteModes = typeof routeModes;
type RouteIn<Modes> = {
  [Id in keyof RouteModes]: RouteModes[Id] extends Modes ? Id : never;
}[keyof RouteModes];

/** Routes of plans and documents only. */
export type DocumentRouteId = RouteIn<readonly ['plan', 'document']>;
/** Routes of changes only. */
export type ChangeRouteId = RouteIn<readonly ['review']>;
/** Routes of every kind of content. */
export type CommonRouteId = Exclude<SessionRouteId, DocumentRouteId | ChangeRouteId>;
