import { decisionSchema } from './decision.ts';
import { endedPaths } from './ended-paths.ts';
import type { Route, RouteSchemas } from './route.ts';
import { sessionRoutes } from './session-routes.ts';

const decision: RouteSchemas = {
  summary: 'What was decided, with the comments and findings that were part of it.',
  replies: { 200: decisionSchema },
};

/** What can be asked of ended reviews, in full; each stands below a path of its own. */
export const endedRoutes: readonly Route[] = endedPaths.map((route) => ({
  ...(sessionRoutes.find(({ id }) => id === route.id) ?? decision),
  ...route,
  path: `/{id}${route.path}`,
}));
