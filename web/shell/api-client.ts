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

/** What became of a request. `sentence` is for people. */
export type Answer<Value> =
  | {
      readonly kind: 'ok';
      readonly value: Value;
      /** When it was answered, by the server's clock; to the second. */
      readonly serverMs: number;
    }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly code: string;
      readonly sentence: string;
    }
  | { readonly kind: 'unreachable'; readonly sentence: string };

/** What a call may be given beside what its route wants. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly answerWithinMs?: number;
  /** Lets the request outlive the page; the browser allows 64 KiB. */
  readonly keepalive?: boolean;
}

/** A client of the server that a page comes from. Its types are trusted: it is of the page's own release. */
export interface ApiClient<Of extends Api> {
  readonly call: <Id extends RouteIdOf<Of>>(
    id: Id,
    ...given: ArgumentsOf<Of, Id, CallOptions>
  ) => Promise<Answer<AnswerOf<Of, Id>>>;
  /**
   * What a route answers, however long that takes.
   * @throws Error with a sentence, or the abort of `signal`
   */
  readonly load: <Id extends RouteIdOf<Of>>(
    id: Id,
    given: GivenTo<Of, Id> & { readonly signal: AbortSignal },
  ) => Promise<AnswerOf<Of, Id>>;
  /** An answer that is not yet read: a stream. */
  readonly open: (id: RouteIdOf<Of>, signal: AbortSignal) => Promise<Response>;
  /** Where a route is, for an element that loads it itself. */
  readonly urlOf: <Id extends RouteIdOf<Of>>(id: Id, ...given: ArgumentsOf<Of, Id>) => string;
}

interface ClientOptions {
  /** Of each request: a token. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The sentence for a server that does not answer. */
  readonly silence: string;
}

type Sent = Given & CallOptions;

/** A server that is stopped or swapped out keeps a connection open and says nothing. */
const answerMs = 20_000;
const againMs = 300;

/** Relative to the page, which may stand below a path of the gateway. */
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
      // A browser whose network changes gives up what it loads, also of its own machine: what only reads is asked again.
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
    return { kind: 'refused', status: response.status, code, sentence: error ?? code };
  };
  return {
    call: async (id: RouteIdOf<Of>, given: Sent = {}): Promise<Answer<unknown>> => {
      try {
        const limit = AbortSignal.timeout(given.answerWithinMs ?? answerMs);
        const signal = AbortSignal.any([given.signal ?? limit, limit]);
        return await answerTo(await send(id, given, signal));
      } catch {
        // Refused or broken connections, and what is not JSON, come from something that is not our server.
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
