import type { Handler } from '../shared/node/http/serve-route.ts';
import type { SessionRouteId } from '../shared/session/session-paths.ts';
import { parseInput } from '../shared/node/http/parse-input.ts';
import type { SessionHandler, SessionHandlers } from './session-handlers.ts';

/** Memoizes an async factory, called on first use. */
export const lazy = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let value: Promise<Value> | undefined;
  return () => (value ??= make());
};

/**
 * Loads a family of handlers, with its schemas, on the first request to one of them: an unused session does without,
 * which would be most of its memory.
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
