import type { RequestListener } from 'node:http';
import { createApiApp } from '../../shared/node/http/api-app.ts';
import type { ApiRoute } from '../../shared/node/http/serve-route.ts';
import type { Logger } from '../../shared/node/logger.ts';
import { pageHandler } from '../../shared/node/page/page-handler.ts';
import type { GuardPolicy } from '../../shared/request-guard.ts';
import { dashboardRoutes } from '../../shared/supervisor/dashboard.ts';
import { requireToken } from './authorize.ts';

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
