import type { Handler } from '../shared/node/http/serve-route.ts';
import type { SessionRouteId } from '../shared/session/session-paths.ts';
import { parseInput } from '../shared/node/http/parse-input.ts';
import type { SessionHandler, SessionHandlers } from './session-handlers.ts';

/** Makes a value when it is first asked for, and then gives the same. */
export const lazy = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let value: Promise<Value> | undefined;
  return () => (value ??= make());
};

/**
 * The handlers of a family that is loaded with the first request to one of them, and the schemas with it: a session that nobody uses does
 * without these, which would be the larger part of its memory.
 */
export const lazyHandlers = <Id extends SessionRouteId>(
  load: () => Promise<SessionHandlers<Id>>,
): ((id: Id) => Handler) => {
  const family = lazy(async () => {
    const handlers: SessionHandlers<Id> = await load();
    const { sessionSchemas } = await import('../shared/session/session-routes.ts');
    return (id: Id): Handler => {
      const handler: SessionHandler<Id> = handlers[id];
      return (input) => handler(parseInput(sessionSchemas[id], input));
    };
  });
  return (id) => {
    let handler: Handler | undefined;
    return async (input) => {
      handler ??= (await family())(id);
      return handler(input);
    };
  };
};
