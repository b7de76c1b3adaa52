import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** Those that are about one connection. Source: RFC 9110, section 7.6.1. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What a client says of its way here cannot be believed, and its credentials are none of a session's business. */
const dropped =
  /^(?:host|expect|http2-settings|forwarded|x-forwarded-.*|x-real-ip|via|cookie|authorization)$/u;

const namedIn = (connection: string | undefined): ReadonlySet<string> =>
  new Set(connection?.split(',').map((name) => name.trim().toLowerCase()));

interface Way {
  /** The port that the session's server listens on. */
  readonly port: number;
  /** The address that the request came from. */
  readonly from: string;
}

/**
 * The headers that a session's server gets: the client's, from its own address as far as the guard has found them to be
 * ours, less those of the connection, and marked as forwarded. Names and values in turn.
 */
export const requestHeaders = (headers: IncomingHttpHeaders, { port, from }: Way): string[] => {
  const named = namedIn(headers.connection);
  const own = `127.0.0.1:${port}`;
  const kept = Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined || hopByHop.has(name) || dropped.test(name) || named.has(name))
      return [];
    if (name === 'origin') return [name, `http://${own}`];
    return [name, typeof value === 'string' ? value : value.join(', ')];
  });
  const forwarded = `for="${from.includes(':') ? `[${from}]` : from}"`;
  return [...kept, 'host', own, 'forwarded', forwarded, 'x-forwarded-for', from];
};

/** The headers that the client gets: the session's, less those of the connection. */
export const responseHeaders = (headers: IncomingHttpHeaders): OutgoingHttpHeaders => {
  const named = namedIn(headers.connection);
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !named.has(name)),
  );
};
