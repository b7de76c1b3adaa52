import type { ControlRouteId } from './control-targets.ts';

/** Where the dashboard stands, at the control API and at the gateway. */
export const dashboardPath = '/dashboard/';

/** What the dashboard's token opens, and nothing else. */
export const dashboardRoutes: ReadonlySet<string> = new Set<ControlRouteId>([
  'listSessions',
  'getSession',
  'closeSession',
  'streamEvents',
  'getStatus',
]);

/** The header by which the gateway tells the dashboard where sessions are, relative to it. */
export const sessionsAtHeader = 'Galley-Sessions-At';
