import type { ApiRoute } from '../shared/node/http/serve-route.ts';
import type { Mode } from '../shared/session/mode.ts';
import type { RoutePath } from '../shared/session/route.ts';
import { sessionPaths } from '../shared/session/session-paths.ts';
import type { ServedHandlers } from './session-handlers.ts';

/** The rows of the table that a mode has, with their handlers; those of other modes do not exist in it. */
export const routesOf = (mode: Mode, handlers: Partial<ServedHandlers>): ApiRoute[] =>
  sessionPaths
    .filter(({ modes }: RoutePath) => modes === undefined || modes.includes(mode))
    .flatMap((route) => {
      const handler = handlers[route.id];
      return handler === undefined ? [] : [{ route, handler }];
    });
