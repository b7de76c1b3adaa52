import { request } from 'node:http';

interface SendOptions {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** How long the whole of it may take. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** A longer answer is cut off, which is an error. */
  readonly longestAnswer?: number;
}

/** An answer: parsed JSON, undefined where it is empty, else its text. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * A request over node:http on a connection of its own, since one that is kept would keep a command from ending. A
 * command that opens a review waits for this with its user: undici needs 25 ms to load and 10 to make its first request,
 * a sixth of a whole cold start.
 * @throws Error of the system, `ABORT_ERR` after the time given, or SyntaxError
 */
export const sendRequest = (
  url: string,
  { method, headers, body, timeoutMs, signal, longestAnswer = Infinity }: SendOptions,
): Promise<ReceivedAnswer> =>
  new Promise((resolve, reject) => {
    const json = body === undefined ? undefined : JSON.stringify(body);
    const limit = AbortSignal.timeout(timeoutMs);
    const sending = request(url, {
      method,
      agent: false,
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      headers: {
        ...headers,
        ...(json === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }),
      },
    });
    sending.on('error', reject);
    sending.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        if (text.length > longestAnswer) sending.destroy(new Error('the answer is too long'));
      });
      response.on('error', reject);
      response.on('end', () => {
        try {
          const isJson = response.headers['content-type']?.startsWith('application/json') === true;
          const whole: unknown = isJson ? JSON.parse(text) : text === '' ? undefined : text;
          resolve({ status: response.statusCode ?? 0, body: whole });
        } catch (error) {
          reject(error);
        }
      });
    });
    sending.end(json);
  });
