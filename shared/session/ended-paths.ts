import { rowsOf, type RoutePath } from './route.ts';
import { sessionPaths, type SessionRouteId } from './session-paths.ts';
import { endedTargets } from './session-targets.ts';

/** Routes that still work for an ended review, with the same answers; all are read-only. */
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

/** The routes of an ended review, by paths relative to its own. */
export const endedPaths: readonly EndedPath[] = [
  ...sessionPaths.filter((row): row is typeof row & EndedPath =>
    readRoutes.some((id) => id === row.id),
  ),
  ...rowsOf(endedTargets),
];
