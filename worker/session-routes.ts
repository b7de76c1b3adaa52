import type { ApiRoute } from '../shared/node/http/serve-route.ts';
import type { Mode } from '../shared/session/mode.ts';
import type { RoutePath } from '../shared/session/route.ts';
import { sessionPaths } from '../shared/session/session-paths.ts';
import type { ServedHandlers } from './session-handlers.ts';

/** The rows of the route table for a mode, with their handlers; other modes' routes do not exist. */
export const routesOf = (mode: Mode, handlers: Partial<ServedHandlers>): ApiRoute[] =>
  sessionPaths
    .filter(({ modes }: RoutePath) => modes === undefined || modes.includes(mode))
    .flatMap((route) => {
      const handler = handlers[route.id];
      return handler === undefined ? [] : [{ route, handler }];
    });
