import type { ApiRoute } from '../shared/node/http/api-app.ts';
import type { Mode } from '../shared/session/mode.ts';
import type { Route } from '../shared/session/route.ts';
import { sessionRoutes } from '../shared/session/session-routes.ts';
import type { SessionHandlers } from './session-handlers.ts';

/** The rows of the table that a mode has, with their handlers; those of other modes do not exist in it. */
export const routesOf = (mode: Mode, handlers: SessionHandlers): ApiRoute[] =>
  sessionRoutes
    .filter(({ modes }: Route) => modes === undefined || modes.includes(mode))
    .map((route) => ({ route, handler: handlers[route.id] }));
