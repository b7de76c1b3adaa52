import { GalleyError } from './errors.ts';

/** The parts of a request that decide whether it may be answered. Header names are lower case. */
interface GuardedRequest {
  readonly method: string;
  /** The request target as sent, including the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Names and values alternate, as received, to detect a duplicate Host. */
  readonly rawHeaders: readonly string[];
}

/** Which hosts and origins count as ours. Source: contract.md, section 3. */
export interface GuardPolicy {
  readonly isRemote: boolean;
  /** In remote mode, accepted host names besides loopback names and IP literals; lower case, without port. */
  readonly hostNames: readonly string[];
  /** SERVICE_AGENT_TERMINAL_REMOTE: whether routes that run commands are available in remote mode; default false. */
  readonly runsRemoteCommands?: boolean;
}

/**
 * Refuses requests from other sites, other ports or rebound DNS names. Compares text and never parses URLs, since
 * hostile Host headers have crashed parsers (webpack-dev-server, CVE-2026-14631) and misled others.
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
  if (isPageNavigation(request) || isAssetRequest(request)) return;
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

/** Other sites may open the page by a top-level navigation, but not call either API. */
const isPageNavigation = (request: GuardedRequest): boolean =>
  request.method === 'GET' &&
  !/^\/+(?:api|v1|metrics)(?:[/?#]|$)/iu.test(request.target) &&
  header(request, 'sec-fetch-mode') === 'navigate' &&
  header(request, 'sec-fetch-dest') === 'document';

/** The frame of an HTML document has no origin. What it may load is below a random key. Source: contract.md, section 3. */
const isAssetRequest = ({ method, target }: GuardedRequest): boolean =>
  method === 'GET' &&
  /^(?:\/s\/[0-9a-hjkmnp-tv-z]{12})?\/api\/assets\/[0-9a-f]{32}\//u.test(target);

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
  // A reverse proxy may terminate TLS in front of Galley in remote mode.
  return isRemote && origin === `https://${host}`;
};

/** Only browsers send these. */
const browserHeader = /^(?:sec-.*|referer|cookie)$/u;

/**
 * Refuses an upload that comes from a browser without saying from which page: since its body may be of any type, another
 * site's form could have sent it.
 * @throws GalleyError `forbidden_origin`
 */
export const guardUpload = ({ headers }: Pick<CommandRequest, 'headers'>): void => {
  const isProved = headers['sec-fetch-site'] !== undefined || headers['origin'] !== undefined;
  if (isProved || !Object.keys(headers).some((name) => browserHeader.test(name))) return;
  throw new GalleyError(
    'forbidden_origin',
    'A browser must say which page uploads. A tool must send no headers of a browser.',
  );
};

/** Proxies set these headers on requests that they forward, including our own gateway. */
const forwarding = /^(?:forwarded|x-forwarded-.*|x-real-ip|via)$/u;

interface CommandRequest {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * Refuses to run commands on this machine unless the request comes directly from it and, in remote mode, the operator
 * has allowed it. Source: contract.md, section 3.
 * @throws GalleyError `forbidden_command`
 */
export const guardCommand = (
  { headers, socket }: CommandRequest,
  { isRemote, runsRemoteCommands = false }: GuardPolicy,
): void => {
  if (isRemote && !runsRemoteCommands)
    throw new GalleyError(
      'forbidden_command',
      'Commands cannot be run in remote mode. Start the supervisor with SERVICE_AGENT_TERMINAL_REMOTE=1 to allow them.',
    );
  if (
    !isLoopback(socket.remoteAddress) ||
    Object.keys(headers).some((name) => forwarding.test(name))
  )
    throw new GalleyError(
      'forbidden_command',
      'Commands can only be run from this machine itself, not through a proxy or the gateway.',
    );
};

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(?:127\.|::1$|::ffff:127\.)/u.test(address);
