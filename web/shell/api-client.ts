import {
  requestOf,
  type AnswerOf,
  type Api,
  type Asked,
  type ArgumentsOf,
  type Given,
  type GivenTo,
  type RouteIdOf,
} from '../../shared/client.ts';
import type { ErrorBody } from '../../shared/errors.ts';
import type { Targets } from '../../shared/session/route.ts';
import { pause } from './backoff.ts';

/** The result of a request. `sentence` is for the user. */
export type Answer<Value> =
  | {
      readonly kind: 'ok';
      readonly value: Value;
      /** The server's response time, to the second. */
      readonly serverMs: number;
    }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly code: string;
      readonly sentence: string;
      /** The whole body. */
      readonly body: unknown;
    }
  | { readonly kind: 'unreachable'; readonly sentence: string };

/** Options in addition to the route's parameters. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly answerWithinMs?: number;
  /** Lets the request outlive the page, up to 64 KiB. */
  readonly keepalive?: boolean;
}

/** Client of the page's own server. Responses are trusted, since both are of the same release. */
export interface ApiClient<Of extends Api> {
  readonly call: <Id extends RouteIdOf<Of>>(
    id: Id,
    ...given: ArgumentsOf<Of, Id, CallOptions>
  ) => Promise<Answer<AnswerOf<Of, Id>>>;
  /**
   * The response of a route, without a timeout.
   * @throws Error with a sentence, or the abort of `signal`
   */
  readonly load: <Id extends RouteIdOf<Of>>(
    id: Id,
    given: GivenTo<Of, Id> & { readonly signal: AbortSignal },
  ) => Promise<AnswerOf<Of, Id>>;
  /** A response with an unread body, for streams. */
  readonly open: (id: RouteIdOf<Of>, signal: AbortSignal) => Promise<Response>;
  /** The URL of a route, for elements that load it themselves. */
  readonly urlOf: <Id extends RouteIdOf<Of>>(id: Id, ...given: ArgumentsOf<Of, Id>) => string;
}

interface ClientOptions {
  /** Sent with each request, such as a token. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The sentence for a server that does not respond. */
  readonly silence: string;
}

type Sent = Given & CallOptions;

/** A server that is stopped or swapped out keeps connections open without responding. */
const answerMs = 20_000;
const againMs = 300;

/** Relative to the page, which may be below a path of the gateway. */
const urlTo = ({ path }: Asked): string => path.slice(1);

export const createApiClient = <Of extends Api>(
  targets: Targets<RouteIdOf<Of>>,
  { headers, silence }: ClientOptions,
): ApiClient<Of> => {
  const unreachable = { kind: 'unreachable', sentence: silence } as const;
  const urlOf = (id: RouteIdOf<Of>, given?: Given): string => urlTo(requestOf(targets[id], given));
  const send = async (id: RouteIdOf<Of>, given: Sent, signal: AbortSignal): Promise<Response> => {
    const asked = requestOf(targets[id], given);
    const request = new Request(urlTo(asked), {
      method: asked.method,
      cache: 'no-store',
      credentials: 'omit',
      keepalive: given.keepalive ?? false,
      signal,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(given.body),
    });
    try {
      return await fetch(request);
    } catch (error) {
      // Browsers abort requests when the network changes, even to localhost. Retry those that only read.
      if (asked.method !== 'GET') throw error;
      await pause(againMs, signal);
      return fetch(request);
    }
  };
  const answerTo = async (response: Response): Promise<Answer<unknown>> => {
    const text = await response.text();
    const header = (name: string): string => response.headers.get(name) ?? '';
    const value: unknown = header('content-type').startsWith('application/json')
      ? JSON.parse(text)
      : text;
    if (response.ok) return { kind: 'ok', value, serverMs: Date.parse(header('date')) };
    const { code, error } = value as Partial<ErrorBody>;
    if (code === undefined) return unreachable;
    return { kind: 'refused', status: response.status, code, sentence: error ?? code, body: value };
  };
  return {
    call: async (id: RouteIdOf<Of>, given: Sent = {}): Promise<Answer<unknown>> => {
      try {
        const limit = AbortSignal.timeout(given.answerWithinMs ?? answerMs);
        const signal = AbortSignal.any([given.signal ?? limit, limit]);
        return await answerTo(await send(id, given, signal));
      } catch {
        // Failed connections, or a response that is not our server's.
        return unreachable;
      }
    },
    load: async (
      id: RouteIdOf<Of>,
      given: Given & { readonly signal: AbortSignal },
    ): Promise<unknown> => {
      const answer = await answerTo(await send(id, given, given.signal));
      if (answer.kind === 'ok') return answer.value;
      throw new Error(answer.sentence);
    },
    open: (id: RouteIdOf<Of>, signal: AbortSignal) => send(id, {}, signal),
    urlOf,
  } as ApiClient<Of>;
};
