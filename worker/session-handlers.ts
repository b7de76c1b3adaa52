import { parseInput, type Handler, type InputOf } from '../shared/node/http/serve-route.ts';
import type { InputSchemas } from '../shared/session/route.ts';
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

/** Memoizes an async factory, called on first use. */
export const lazy = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let value: Promise<Value> | undefined;
  return () => (value ??= make());
};

type Schemas = typeof sessionSchemas;

/** What is parsed of a request: a body that the handler parses itself is not. */
type InputKey<Row> = keyof Row &
  (Row extends { handlerReads: string }
    ? Exclude<keyof InputSchemas, 'body' | 'bodyName'>
    : keyof InputSchemas);

/** The rows of routes that take something. */
type Inputs<Id extends SessionRouteId> = {
  readonly [One in Id as InputKey<Schemas[One]> extends never ? never : One]: Pick<
    Schemas[One],
    InputKey<Schemas[One]>
  >;
};

/** For routes that take nothing. */
export const noInputs = async (): Promise<Record<string, never>> => ({});

/**
 * Handlers that load their family, with the schemas of what it takes, on the first request to one of them: an unused
 * session does without, which would be most of its memory. The ids are those of the family that `load` resolves to.
 */
export const lazyHandlers = <Id extends SessionRouteId>(
  ids: readonly Id[],
  load: () => Promise<SessionHandlers<NoInfer<Id>>>,
  loadInputs: () => Promise<Inputs<NoInfer<Id>>>,
): ServedHandlers<Id> => {
  const family = lazy(async () => {
    const handlers: SessionHandlers<Id> = await load();
    const inputs: Partial<Record<SessionRouteId, InputSchemas>> = await loadInputs();
    return (id: Id): Handler => {
      const handler: SessionHandler<Id> = handlers[id];
      return (input) => handler(parseInput<Schemas[Id]>(inputs[id] ?? {}, input));
    };
  });
  const handlerOf = (id: Id): Handler => {
    let handler: Handler | undefined;
    return async (input) => {
      handler ??= (await family())(id);
      return handler(input);
    };
  };
  return Object.fromEntries(ids.map((id) => [id, handlerOf(id)])) as ServedHandlers<Id>;
};
