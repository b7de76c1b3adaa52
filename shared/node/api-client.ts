import {
  requestOf,
  type Api,
  type ArgumentsOf,
  type Given,
  type ReplyOf,
  type RouteIdOf,
} from '../client.ts';
import { errorBodySchema, errorFromBody, GalleyError } from '../errors.ts';
import { parseWith } from '../parse.ts';
import type { RouteSchemas } from '../session/route.ts';
import { sendRequest, type ReceivedAnswer } from './send-request.ts';

/** Options in addition to the route's parameters. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Limit for the whole exchange; one minute by default. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/** The base URL of an API, and headers for each request. */
interface Server {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Client of one server. It parses replies by their schemas. */
export interface ApiClient<Of extends Api> {
  /** @throws GalleyError of the server; `internal` if its reply is invalid; Error if there is none */
  readonly call: <Id extends RouteIdOf<Of>>(
    id: Id,
    ...given: ArgumentsOf<Of, Id, CallOptions>
  ) => Promise<ReplyOf<Of['schemas'][Id]>>;
}

const defaultTimeoutMs = 60_000;

/** Creates the client of an API. */
export const createApiClient = <Of extends Api>(
  { targets, schemas }: Of,
  { url, headers }: Server,
): ApiClient<Of> => {
  const call = async (id: string, given: Given & CallOptions = {}): Promise<ReceivedAnswer> => {
    const [target, row] = [targets[id], schemas[id]];
    if (target === undefined || row === undefined) throw new Error(`There is no route ${id}.`);
    const { method, path } = requestOf(target, given);
    const answer = await sendRequest(`${url}${path}`, {
      method,
      body: given.body,
      headers: { ...headers, ...given.headers },
      timeoutMs: given.timeoutMs ?? defaultTimeoutMs,
      signal: given.signal,
    });
    return parseReply(row, answer);
  };
  return { call } as ApiClient<Of>;
};

/** @throws GalleyError */
const parseReply = ({ replies }: RouteSchemas, { status, body }: ReceivedAnswer) => {
  const schema = replies[status];
  if (schema === undefined) {
    const error = errorBodySchema.safeParse(body);
    throw error.success
      ? errorFromBody(error.data)
      : new GalleyError('internal', `The supervisor answered ${status} without a reason.`);
  }
  if (schema === null || typeof schema === 'string') return { status, body };
  return {
    status,
    body: parseWith(schema, body, {
      what: "The supervisor's answer, which may be of another release (`galley supervisor stop` ends it),",
      code: 'internal',
    }),
  };
};
