import type { Handler } from '../shared/node/http/serve-route.ts';
import type { SessionRouteId } from '../shared/session/session-paths.ts';
import type { SessionHandlers } from './session-handlers.ts';

/** Makes a value when it is first asked for, and then gives the same. */
export const lazy = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let value: Promise<Value> | undefined;
  return () => (value ??= make());
};

/**
 * The handlers of a family that is loaded with the first request to one of them: a session that nobody uses does
 * without the schemas, which would be the larger part of its memory.
 */
export const lazyFamily = <Id extends SessionRouteId>(
  load: () => Promise<SessionHandlers<Id>>,
): ((id: Id) => Handler) => {
  const family = lazy(load);
  let loaded: SessionHandlers<Id> | undefined;
  return (id) => async (request, response) => {
    loaded ??= await family();
    return loaded[id](request, response);
  };
};
