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
