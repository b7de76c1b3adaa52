import type { ControlRouteId } from './control-targets.ts';

/** The dashboard's path, in the control API and in the gateway. */
export const dashboardPath = '/dashboard/';

/** The only routes that the dashboard's token opens. */
export const dashboardRoutes: ReadonlySet<string> = new Set<ControlRouteId>([
  'listSessions',
  'getSession',
  'closeSession',
  'streamEvents',
  'getStatus',
]);

/** The header with which the gateway tells the dashboard where sessions are, relative to it. */
export const sessionsAtHeader = 'Galley-Sessions-At';
