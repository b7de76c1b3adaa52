import type * as z from 'zod';
import { parseWith } from '../../parse.ts';
import type { InputSchemas, RouteSchemas } from '../../session/route.ts';

/** A request as its handler gets it. */
export interface Input<Params = unknown, Query = unknown, Headers = unknown, Body = unknown> {
  readonly params: Params;
  readonly query: Query;
  readonly headers: Headers;
  /** Undefined if there was none. */
  readonly body: Body;
  /** Aborted when the exchange is over: the response has been sent, or the client has disconnected. */
  readonly signal: AbortSignal;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;

type BodyOf<Row> = Row extends { handlerReads: infer Reads }
  ? Reads extends 'bytes'
    ? AsyncIterable<Uint8Array>
    : unknown
  : Row extends { body: infer Schema }
    ? Parsed<Schema>
    : unknown;

/** The handler input for a row. */
export type InputOf<Row> = Input<
  Row extends { params: infer Schema } ? Parsed<Schema> : unknown,
  Row extends { query: infer Schema } ? Parsed<Schema> : unknown,
  Row extends { headers: infer Schema } ? Parsed<Schema> : unknown,
  BodyOf<Row>
>;

/**
 * Parses a request by the schemas of its row.
 * @throws GalleyError `invalid_request`
 */
export function parseInput<Row extends RouteSchemas>(row: Row, raw: Input): InputOf<Row>;
export function parseInput(row: InputSchemas, raw: Input): Input {
  const bodySchema = row.handlerReads === undefined ? row.body : undefined;
  if ((row.params ?? row.query ?? row.headers ?? bodySchema) === undefined) return raw;
  return {
    params: parsePart(row.params, raw.params, 'The path'),
    query: parsePart(row.query, raw.query, 'The query'),
    headers: parsePart(row.headers, raw.headers, 'The header'),
    body: parsePart(bodySchema, raw.body, row.bodyName ?? 'The request'),
    // Created lazily.
    get signal() {
      return raw.signal;
    },
  };
}

const parsePart = (schema: z.ZodType | undefined, value: unknown, what: string): unknown =>
  schema === undefined ? value : parseWith(schema, value, { what });
