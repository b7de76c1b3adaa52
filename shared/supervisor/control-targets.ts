import type { Targets } from '../session/route.ts';

/** The routes of the control API by id. Source: design.md, section 4. */
export const controlTargets = {
  openSession: 'POST /v1/sessions',
  listSessions: 'GET /v1/sessions',
  getSession: 'GET /v1/sessions/{id}',
  getDecision: 'GET /v1/sessions/{id}/decision',
  detachSession: 'POST /v1/sessions/{id}/detach',
  closeSession: 'DELETE /v1/sessions/{id}',
  getChange: 'GET /v1/change',
  streamEvents: 'GET /v1/events',
  getStatus: 'GET /v1/status',
  getMetrics: 'GET /metrics',
  hello: 'GET /v1/hello',
  shutdown: 'POST /v1/shutdown',
} as const satisfies Targets;

export type ControlRouteId = keyof typeof controlTargets;

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

/** The URL on the control API that redirects to an ended review; `base` has no trailing slash. */
export const endedAddress = (base: string, id: string): string => `${base}/ended/${id}/`;

/** The review id in such a path. */
export const endedIdIn = (path: string): string | undefined =>
  /^\/ended\/([0-9a-hjkmnp-tv-z]{12})\/?$/u.exec(path)?.[1];
