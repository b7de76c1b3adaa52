/** The server that is attacked, and two good requests to it: what an attack would want to read and to change. */
export interface Target {
  readonly kind: 'session' | 'control' | 'gateway';
  readonly port: number;
  /** Header lines without which no request is answered: the token of the control API. */
  readonly credentials: readonly string[];
  /** What its routes stand below; empty but for a session behind the gateway. */
  readonly prefix: string;
  readonly read: string;
  readonly write: { readonly path: string; readonly body: string };
  /** Where a single request could end it. */
  readonly end: string;
}

/** One hostile request and what must come of it. */
export interface Attack {
  /** The weakness that it comes from (an advisory, or a class of them), and what it tries. */
  readonly name: string;
  /** The only kind of server that it makes sense for; both where absent. */
  readonly on?: Target['kind'];
  /** Remote mode answers this: an address of the network, or a page that a proxy serves by https. */
  readonly isGoodRemotely?: boolean;
  readonly bytes: (target: Target) => Buffer;
  /** Every status that comes back must be one of these; `closed` where the connection may end without a word. */
  readonly expected: readonly (number | 'closed')[];
  /**
   * When it is over: when the server closes the connection (where absent), when an answer is complete, or when the
   * client sends no more though more is due.
   */
  readonly over?: 'closed' | 'answered' | 'sent';
}

export interface RequestParts {
  readonly method?: string;
  readonly target?: string;
  readonly version?: string;
  /** The value of `Host`; null for no such line. */
  readonly host?: string | null;
  /** Header lines as they are sent. */
  readonly lines?: readonly string[];
  readonly body?: string | Buffer;
  /** Without the token that the control API wants. */
  readonly isAnonymous?: boolean;
}

const has = (lines: readonly string[], name: string): boolean =>
  lines.some((line) => line.toLowerCase().startsWith(`${name}:`));

/** The bytes of a request that is a good one but for the parts that are given. */
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
  // As Latin-1 a header can hold any byte.
  const headBytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
  return body === undefined ? headBytes : Buffer.concat([headBytes, Buffer.from(body)]);
};

export const json = 'Content-Type: application/json';

/** A request that would change something, but for the parts that are given. */
export const change = (target: Target, parts: RequestParts = {}): Buffer =>
  request(target, {
    method: 'POST',
    target: target.write.path,
    body: target.write.body,
    ...parts,
    lines: parts.lines ?? [json],
  });
