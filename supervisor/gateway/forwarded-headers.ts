import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** Hop-by-hop headers. Source: RFC 9110, section 7.6.1. */
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

/** Forwarding headers from the client cannot be trusted, and its credentials must not reach the session. */
const dropped =
  /^(?:host|expect|http2-settings|forwarded|x-forwarded-.*|x-real-ip|via|cookie|authorization)$/u;

const namedIn = (connection: string | undefined): ReadonlySet<string> =>
  new Set(connection?.split(',').map((name) => name.trim().toLowerCase()));

interface Way {
  /** Port of the session's server. */
  readonly port: number;
  /** The client's address. */
  readonly from: string;
}

/**
 * Headers for the session's server: the client's, with the host and origin (verified by the guard) rewritten to the
 * server's own, without hop-by-hop headers, and with forwarding headers. Names and values alternate.
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

/** Headers for the client: the session's without hop-by-hop ones. */
export const responseHeaders = (headers: IncomingHttpHeaders): OutgoingHttpHeaders => {
  const named = namedIn(headers.connection);
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !named.has(name)),
  );
};
