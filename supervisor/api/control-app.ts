import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestListener, IncomingHttpHeaders } from 'node:http';
import { dashboardToken } from '../../shared/node/dashboard-address.ts';
import { createApiApp } from '../../shared/node/http/api-app.ts';
import type { ApiRoute } from '../../shared/node/http/serve-route.ts';
import type { Logger } from '../../shared/node/logger.ts';
import { pageHandler } from '../../shared/node/page/page-handler.ts';
import {
  dashboardPath,
  dashboardRoutes,
  endedIdIn,
} from '../../shared/supervisor/control-targets.ts';
import { GalleyError } from '../../shared/errors.ts';
import type { GuardPolicy } from '../../shared/request-guard.ts';

interface ControlAppOptions {
  readonly routes: readonly ApiRoute[];
  readonly token: string;
  /** Folder of the built dashboard page, which may change. */
  readonly dashboardFolder: () => string;
  /** The URL of an ended review, which has an origin of its own. */
  readonly endedAddress: (id: string) => Promise<string>;
  readonly logger: Logger;
}

/** For bodies parsed on this thread; requests to open a session go through `opening-body.ts`. */
const maxBodyBytes = 64 * 1024;

/**
 * The control API on loopback, and the dashboard with its page; the dashboard's routes are also reachable below its
 * page.
 */
export const createControlApp = (options: ControlAppOptions): RequestListener => {
  const { routes, token, dashboardFolder, endedAddress, logger } = options;
  const page = pageHandler({ folder: dashboardFolder, below: dashboardPath });
  const ofDashboard = dashboardToken(token);
  const app = createApiApp({
    routes,
    prefixes: ['/v1'],
    guard: { isRemote: false, hostNames: [] },
    bodyBytes: maxBodyBytes,
    logger,
    authorize: ({ headers }, { id }) => {
      if (id === 'hello') return;
      const isOfDashboard = dashboardRoutes.has(id);
      requireToken(headers, isOfDashboard ? [token, ofDashboard] : [token]);
    },
    pages: async (request, response, next) => {
      const id = endedIdIn(request.path);
      if (id === undefined || request.method !== 'GET') await page(request, response, next);
      else response.writeHead(307, { Location: await endedAddress(id) }).end();
    },
  });
  return (request, response) => {
    const { url = '' } = request;
    if (url.startsWith(`${dashboardPath}v1/`)) request.url = url.slice(dashboardPath.length - 1);
    app(request, response);
  };
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Checks `Authorization: Bearer TOKEN` for one of the tokens, in constant time.
 * @throws GalleyError `unauthorized`
 */
const requireToken = ({ authorization }: IncomingHttpHeaders, tokens: readonly string[]): void => {
  const given = digest(/^Bearer (\S{1,200})$/u.exec(authorization ?? '')?.[1] ?? '');
  // Compare all of them, so that timing does not reveal which one matched.
  const known = tokens.map((token) => timingSafeEqual(given, digest(token)));
  if (!known.includes(true))
    throw new GalleyError(
      'unauthorized',
      'The control API wants "Authorization: Bearer TOKEN" with the token of registry.json; the dashboard has one of its own, which `galley dashboard` prints.',
    );
};

interface DashboardOptions {
  readonly routes: readonly ApiRoute[];
  /** The dashboard's own token. */
  readonly token: string;
  /** Folder of the built page, which may change. */
  readonly folder: () => string;
  readonly guard: GuardPolicy;
  readonly logger: Logger;
}

/** No dashboard route takes a body. */
const bodyBytes = 1024;

/**
 * The dashboard alone, page and routes, as the gateway offers it to other machines: routes that its token does not open
 * are absent. Paths are relative to the dashboard's own.
 */
export const createDashboardApp = (options: DashboardOptions): RequestListener => {
  const { routes, token, folder, guard, logger } = options;
  return createApiApp({
    routes: routes.filter(({ route }) => dashboardRoutes.has(route.id)),
    prefixes: ['/v1'],
    guard,
    bodyBytes,
    logger,
    authorize: ({ headers }) => requireToken(headers, [token]),
    pages: pageHandler({ folder }),
  });
};
