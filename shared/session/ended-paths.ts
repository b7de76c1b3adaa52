import { rowsOf, type RoutePath } from './route.ts';
import { sessionPaths, type SessionRouteId } from './session-paths.ts';
import { endedTargets } from './session-targets.ts';

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

export type EndedRouteId = (typeof readRoutes)[number] | keyof typeof endedTargets;

type EndedPath = RoutePath & { readonly id: EndedRouteId };

/** The routes of an ended review, by paths below its own. */
export const endedPaths: readonly EndedPath[] = [
  ...sessionPaths.filter((row): row is typeof row & EndedPath =>
    readRoutes.some((id) => id === row.id),
  ),
  ...rowsOf(endedTargets),
];
