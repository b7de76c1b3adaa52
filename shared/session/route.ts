import type * as z from 'zod';
import type { Mode } from './mode.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Method and path of a route, in the form of OpenAPI: `GET /v1/sessions/{id}`. */
export type Target = `${Method} /${string}`;

/** A table as clients need it: no schemas, and nothing that only a server has to know. */
export type Targets<Id extends string = string> = Readonly<Record<Id, Target>>;

export const splitTarget = (target: Target): Pick<RoutePath, 'method' | 'path'> => {
  const [method, path] = target.split(' ') as [Method, string];
  return { method, path };
};

/** The rows of a table. */
export const rowsOf = <Id extends string>(targets: Targets<Id>) =>
  (Object.keys(targets) as Id[]).map((id) => ({ id, ...splitTarget(targets[id]) }));

/** Where a route is. The body of a POST, PUT or PATCH is read for it. */
export interface RoutePath {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  /** The modes that have it; all where absent. */
  readonly modes?: readonly Mode[];
  /** Runs what others made on this machine: an agent, a job, a terminal. Refused unless it is asked from there. */
  readonly runsCommands?: boolean;
}

/** What the server parses of a request before the handler gets it; what has no schema is handed on as it came. */
export interface InputSchemas {
  readonly query?: z.ZodObject;
  /** Only those that a handler wants; names in lower case. */
  readonly headers?: z.ZodObject;
  readonly params?: z.ZodObject;
  readonly body?: z.ZodType;
  /** What errors call the body: `The draft`. */
  readonly bodyName?: string;
  /**
   * For a route whose handler parses the body by itself, with the reason beside it: it gets the parsed JSON, or the
   * bytes as they arrive.
   */
  readonly handlerReads?: 'json' | 'bytes';
}

/** What a route takes and answers. */
export interface RouteSchemas extends InputSchemas {
  readonly summary: string;
  /** Status and body of the good replies; null for none, a media type where it is not JSON. */
  readonly replies: Readonly<Record<number, z.ZodType | string | null>>;
}

/** One row of a table of routes: the server, the documentation and the tests walk it. */
export interface Route extends RoutePath, RouteSchemas {}
