import type { RoutePath } from './route.ts';
import { sessionPaths, type SessionRouteId } from './session-paths.ts';

/** What of an ended review can still be asked, as its session answered it; nothing of it changes anything. */
const readRoutes = [
  'getSession',
  'getPlan',
  'getPlanSource',
  'getDiff',
  'getFilePatch',
  'searchDiff',
  'getConfig',
] as const satisfies readonly SessionRouteId[];

export type EndedRouteId = (typeof readRoutes)[number] | 'getEndedDecision';

type EndedPath = RoutePath & { readonly id: EndedRouteId };

/** The routes of an ended review, by paths below its own. */
export const endedPaths: readonly EndedPath[] = [
  ...sessionPaths.filter((path): path is Extract<typeof path, EndedPath> =>
    readRoutes.some((id) => id === path.id),
  ),
  { id: 'getEndedDecision', method: 'GET', path: '/api/decision' },
];
