import { request } from 'node:http';

interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** How long the whole of it may take. */
  readonly timeoutMs: number;
}

/** An answer as it came. */
export interface TextAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Posts JSON over node:http. A command that opens a review makes this one request, and waits for it with its user:
 * undici needs 25 ms to load and 10 to make its first request, a sixth of a whole cold start.
 * @throws Error of the system, or `ABORT_ERR` after the time given
 */
export const postJson = ({ url, headers, body, timeoutMs }: Post): Promise<TextAnswer> =>
  new Promise((resolve, reject) => {
    const json = JSON.stringify(body);
    const posting = request(url, {
      method: 'POST',
      // A connection that is kept would keep the command from ending.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(json),
      },
    });
    posting.on('error', reject);
    posting.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    posting.end(json);
  });
