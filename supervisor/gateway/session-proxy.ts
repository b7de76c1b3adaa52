import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Agent, type Dispatcher } from 'undici';
import { GalleyError } from '../../shared/errors.ts';
import { takeRest } from '../../shared/node/http/take-rest.ts';
import { requestHeaders, responseHeaders } from './forwarded-headers.ts';
import { StalledExchanges } from './stalled-exchanges.ts';

/** More than the streams that a session has at the most, so that they never keep a request waiting. */
const connectionsPerSession = 256;
/** Of these, clients who do not read may hold so many. */
const heldUpPerSession = 128;
/** A session waits that long for its content before it answers, and says something on a stream every 30 s. */
const silenceMs = 120_000;

interface Forwarding {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly port: number;
  /** What the session's server is asked, as it came: it begins with a slash and is not resolved. */
  readonly path: string;
}

/**
 * Hands requests on to the servers of the sessions, and their answers back, in pieces as they come: neither is held
 * here, and who reads slowly is sent slowly.
 */
export class SessionProxy {
  readonly #agent = new Agent({
    connections: connectionsPerSession,
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
  });
  readonly #stalled = new StalledExchanges(heldUpPerSession);

  /** @throws GalleyError `session_unreachable`, `bad_request`; resolves when the answer is over, however it ended */
  async forward(forwarding: Forwarding): Promise<void> {
    const { response, port } = forwarding;
    const end = this.#stalled.begin(port, { response, isStalled: () => isStalled(forwarding) });
    const gone = new AbortController();
    // The client went away, or has its answer: what is left of the request has no use.
    response.once('close', () => gone.abort());
    try {
      const answer = await this.#ask(forwarding, gone.signal);
      await this.#send(answer, forwarding);
    } catch (cause) {
      if (gone.signal.aborted) return;
      if (response.headersSent) response.destroy();
      else throw failure(cause);
    } finally {
      end();
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #send(answer: Dispatcher.ResponseData, { request, response, port }: Forwarding) {
    // The session did not want all of the body: the connection cannot be used again.
    if (!request.complete) response.shouldKeepAlive = false;
    response.writeHead(answer.statusCode, responseHeaders(answer.headers));
    response.flushHeaders();
    // What the client does not take at once pauses what comes.
    answer.body.on('pause', () => this.#stalled.bound(port));
    await pipeline(answer.body, response, { end: false });
    request.unpipe();
    await takeRest(request);
    response.end();
  }

  #ask({ request, port, path }: Forwarding, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { method = 'GET', headers, socket } = request;
    return this.#agent.request({
      origin: `http://127.0.0.1:${port}`,
      path,
      method,
      headers: requestHeaders(headers, { port, from: socket.remoteAddress ?? 'unknown' }),
      body: hasBody(request) ? bodyOf(request) : null,
      signal,
    });
  }
}

/** No route reads the body of a GET; it is left unread, as a session's own server does. */
const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0');

/**
 * The body in a stream of its own: a session that answers before it has read all of it ends that, and not the
 * connection to the client, who is still to have the answer. It ends only where the client has sent the whole.
 */
const bodyOf = (request: IncomingMessage): PassThrough => {
  const body = new PassThrough();
  body.on('error', () => request.unpipe(body));
  return request.pipe(body);
};

const isStalled = ({ request, response }: Forwarding): boolean =>
  !response.destroyed &&
  (response.writableNeedDrain || (isIncomplete(request) && request.readableLength === 0));

const isIncomplete = (request: IncomingMessage): boolean => hasBody(request) && !request.complete;

const failure = (cause: unknown): GalleyError => {
  const { code } = cause as NodeJS.ErrnoException;
  return code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED'
    ? new GalleyError('bad_request', 'The request cannot be understood.', { cause })
    : new GalleyError(
        'session_unreachable',
        'The process of this review does not answer. It may just have ended; try again in a moment.',
        { cause },
      );
};
