/** The attacked server, with a valid request to read and one to change something. */
export interface Target {
  readonly kind: 'session' | 'control' | 'gateway';
  readonly port: number;
  /** Headers that every request needs: the token of the control API. */
  readonly credentials: readonly string[];
  /** Prefix of its routes; empty except for sessions behind the gateway. */
  readonly prefix: string;
  readonly read: string;
  readonly write: { readonly path: string; readonly body: string };
  /** A route where a single request could end it. */
  readonly end: string;
}

/** A hostile request and its expected result. */
export interface Attack {
  /** The weakness (an advisory, or a class of them), and what the attack does. */
  readonly name: string;
  /** The kind of server it applies to; default both. */
  readonly on?: Target['kind'];
  /** Whether remote mode accepts it: an address of the network, or a page that a proxy serves over HTTPS. */
  readonly isGoodRemotely?: boolean;
  readonly bytes: (target: Target) => Buffer;
  /** Every status received must be among these; `closed` if the connection may close without a response. */
  readonly expected: readonly (number | 'closed')[];
  /**
   * When it is over: when the server closes the connection (default), when a response is complete, or when the client
   * stops sending although more is due.
   */
  readonly over?: 'closed' | 'answered' | 'sent';
}

export interface RequestParts {
  readonly method?: string;
  readonly target?: string;
  readonly version?: string;
  /** Value of `Host`; null omits it. */
  readonly host?: string | null;
  /** Header lines, verbatim. */
  readonly lines?: readonly string[];
  readonly body?: string | Buffer;
  /** Without the control API's token. */
  readonly isAnonymous?: boolean;
}

const has = (lines: readonly string[], name: string): boolean =>
  lines.some((line) => line.toLowerCase().startsWith(`${name}:`));

/** A valid request except for the given parts. */
export const request = (target: Target, parts: RequestParts = {}): Buffer => {
  const { method = 'GET', version = 'HTTP/1.1', body, isAnonymous = false } = parts;
  const { host = `127.0.0.1:${target.port}`, lines = [] } = parts;
  const head = [`${method} ${parts.target ?? target.read} ${version}`];
  if (host !== null) head.push(`Host: ${host}`);
  if (!isAnonymous) head.push(...target.credentials);
  head.push(...lines);
  if (!has(lines, 'connection')) head.push('Connection: close');
  if (body !== undefined && !has(lines, 'content-length') && !has(lines, 'transfer-encoding'))
    head.push(`Content-Length: ${Buffer.byteLength(body)}`);
  // Latin-1 allows any byte in a header.
  const headBytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
  return body === undefined ? headBytes : Buffer.concat([headBytes, Buffer.from(body)]);
};

export const json = 'Content-Type: application/json';

/** A request that would change something, except for the given parts. */
export const change = (target: Target, parts: RequestParts = {}): Buffer =>
  request(target, {
    method: 'POST',
    target: target.write.path,
    body: target.write.body,
    ...parts,
    lines: parts.lines ?? [json],
  });
