import { request as httpRequest, type Agent, type IncomingHttpHeaders } from 'node:http';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** Undefined if the body is not JSON. */
  readonly json: unknown;
}

export interface CallOptions {
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent verbatim. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Whose connections are used; without one, each call opens its own. */
  readonly agent?: Agent;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Sends an HTTP request like a tool, with full control over the headers. */
export const call = (
  url: string,
  { method = 'GET', body, raw, headers = {}, signal, agent }: CallOptions = {},
): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const request = httpRequest(url, {
      method,
      agent: agent ?? false,
      ...(signal === undefined ? {} : { signal }),
      headers: {
        ...(sent === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
        ...headers,
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(parts);
        const text = bytes.toString();
        const { statusCode = 0, headers: received } = response;
        resolve({ status: statusCode, headers: received, bytes, text, json: parse(text) });
      });
    });
    request.end(sent);
  });
