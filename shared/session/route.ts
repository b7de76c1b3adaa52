import type * as z from 'zod';
import type { Mode } from './mode.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Where a route is, and whether a body is read for it. */
export interface RoutePath {
  readonly id: string;
  readonly method: Method;
  /** In the form of OpenAPI: `/v1/sessions/{id}`. */
  readonly path: string;
  /** The modes that have it; all where absent. */
  readonly modes?: readonly Mode[];
  /** Whether the server parses a body before the handler is called; where absent, it does if there is a `body`. */
  readonly takesBody?: boolean;
  /** Runs what others made on this machine: an agent, a job, a terminal. Refused unless it is asked from there. */
  readonly runsCommands?: boolean;
}

/** What a route takes and answers. */
export interface RouteSchemas {
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Status and body of the good replies; null for none, a media type where it is not JSON. */
  readonly replies: Readonly<Record<number, z.ZodType | string | null>>;
}

/** One row of a table of routes: the server, the documentation and the tests walk it. */
export interface Route extends RoutePath, RouteSchemas {}
