import { requestOf, type Given } from '../../shared/client.ts';
import type { EndedRouteId } from '../../shared/session/ended-routes.ts';
import { endedTargets } from '../../shared/session/page-targets.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import { controlTargets, type ControlRouteId } from '../../shared/supervisor/control-targets.ts';

/** The path of a session's route: `sessionPath('getPlan')`. */
export const sessionPath = (id: keyof typeof sessionTargets, given?: Given): string =>
  requestOf(sessionTargets[id], given).path;

/** The path of a route of the control API: `controlPath('getSession', { params: { id } })`. */
export const controlPath = (id: ControlRouteId, given?: Given): string =>
  requestOf(controlTargets[id], given).path;

/** The path of a route of an ended review, relative to the review's address. */
export const endedPath = (id: EndedRouteId, given?: Given): string =>
  requestOf({ ...sessionTargets, ...endedTargets }[id], given).path.slice(1);
