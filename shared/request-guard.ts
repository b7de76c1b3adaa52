import { GalleyError } from './errors.ts';

/** The parts of a request that decide whether it may be answered. Header names are lower case. */
export interface GuardedRequest {
  readonly method: string;
  /** The request target as sent, with its query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Names and values in turn, as they came, so that a doubled Host shows. */
  readonly rawHeaders: readonly string[];
}

/** Who is ours. Source: contract.md, section 3. */
export interface GuardPolicy {
  readonly isRemote: boolean;
  /** In remote mode, names that are answered besides loopback names and IP literals; lower case, without a port. */
  readonly hostNames: readonly string[];
  /** SERVICE_AGENT_TERMINAL_REMOTE: whether routes that run commands answer in remote mode; not, where absent. */
  readonly runsRemoteCommands?: boolean;
}

/**
 * Refuses what another site, another port or a rebound name asks; compares text and never parses a URL, since
 * parsing a hostile Host has crashed (webpack-dev-server, CVE-2026-14631) and misled others.
 * @throws GalleyError `forbidden_host`, `forbidden_origin` or `bad_request`
 */
export const guardRequest = (request: GuardedRequest, policy: GuardPolicy): void => {
  const host = soleHost(request);
  if (host === undefined || !isOurHost(host, policy))
    throw new GalleyError(
      'forbidden_host',
      'Galley does not answer to this host name. Open the address that Galley printed.',
    );
  if (!request.target.startsWith('/'))
    throw new GalleyError('bad_request', 'The request target must be a path.');
  if (isPageNavigation(request)) return;
  if (!isSameOrigin(request, host, policy))
    throw new GalleyError(
      'forbidden_origin',
      'Another web page may not use this server. A tool must send neither Origin nor Sec-Fetch-Site.',
    );
};

const header = ({ headers }: GuardedRequest, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
};

const soleHost = ({ rawHeaders }: GuardedRequest): string | undefined => {
  const hosts = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',
  );
  return hosts.length === 1 ? hosts[0]?.toLowerCase() : undefined;
};

const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/u;
const literalHost = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/u;

const isOurHost = (host: string, { isRemote, hostNames }: GuardPolicy): boolean =>
  loopbackHost.test(host) ||
  (isRemote && (literalHost.test(host) || hostNames.includes(host.replace(/:\d{1,5}$/u, ''))));

/** The page may be opened from anywhere, as a top-level navigation; nothing of either API may. */
const isPageNavigation = (request: GuardedRequest): boolean =>
  request.method === 'GET' &&
  !/^\/+(?:api|v1|metrics)(?:[/?#]|$)/iu.test(request.target) &&
  header(request, 'sec-fetch-mode') === 'navigate' &&
  header(request, 'sec-fetch-dest') === 'document';

const isSameOrigin = (
  request: GuardedRequest,
  host: string,
  { isRemote }: GuardPolicy,
): boolean => {
  const site = header(request, 'sec-fetch-site');
  const isTyped = site === 'none' && request.method === 'GET';
  if (site !== undefined && site !== 'same-origin' && !isTyped) return false;
  const origin = header(request, 'origin')?.toLowerCase();
  if (origin === undefined || origin === `http://${host}`) return true;
  // A forwarding proxy may end TLS in front of a remote Galley.
  return isRemote && origin === `https://${host}`;
};
