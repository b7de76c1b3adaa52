import type * as z from 'zod';
import type { Mode } from './mode.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Method and path of a route, in OpenAPI form: `GET /v1/sessions/{id}`. */
export type Target = `${Method} /${string}`;

/** A route table for clients: without schemas and server-only fields. */
export type Targets<Id extends string = string> = Readonly<Record<Id, Target>>;

export const splitTarget = (target: Target): Pick<RoutePath, 'method' | 'path'> => {
  const [method, path] = target.split(' ') as [Method, string];
  return { method, path };
};

/** The table as a list of rows. */
export const rowsOf = <Id extends string>(targets: Targets<Id>) =>
  (Object.keys(targets) as Id[]).map((id) => ({ id, ...splitTarget(targets[id]) }));

/** Method and path of a route. Bodies are read for POST, PUT and PATCH. */
export interface RoutePath {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  /** The modes that have the route; default all. */
  readonly modes?: readonly Mode[];
  /**
   * Whether it runs commands made by others on this machine: an agent, a job, a terminal. Only allowed from this
   * machine unless the operator permits more.
   */
  readonly runsCommands?: boolean;
}

/** What the server parses before the handler runs; anything without a schema is passed on unparsed. */
export interface InputSchemas {
  readonly query?: z.ZodObject;
  /** Only the headers that the handler needs; lower-case names. */
  readonly headers?: z.ZodObject;
  readonly params?: z.ZodObject;
  readonly body?: z.ZodType;
  /** What error messages call the body: `The draft`. */
  readonly bodyName?: string;
  /**
   * Set if the handler parses the body itself, with a reason in the table: it gets parsed JSON, the raw byte stream of
   * a JSON body, or that of an upload, whatever its type.
   */
  readonly handlerReads?: 'json' | 'bytes' | 'upload';
}

/** What the routes of a family take: all that their server needs, as schemas of answers are for clients. */
export type RouteInputs = Readonly<Record<string, InputSchemas>>;

/** The input and output of a route. */
export interface RouteSchemas extends InputSchemas {
  readonly summary: string;
  /** Success replies by status; null for an empty body, a media type if not JSON. */
  readonly replies: Readonly<Record<number, z.ZodType | string | null>>;
}

/** A row of a route table; the server, the documentation and the tests are derived from it. */
export interface Route extends RoutePath, RouteSchemas {}
