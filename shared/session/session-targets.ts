import { documentTargets, navigationTargets, uploadTargets } from './part-targets.ts';
import { pageTargets } from './page-targets.ts';
import type { Targets } from './route.ts';

/** Routes for tools: findings. */
const findingTargets = {
  addAnnotations: 'POST /api/external-annotations',
  listAnnotations: 'GET /api/external-annotations',
  updateAnnotation: 'PATCH /api/external-annotations',
  removeAnnotations: 'DELETE /api/external-annotations',
  streamAnnotations: 'GET /api/external-annotations/stream',
} as const satisfies Targets;

/** All session routes by id. */
export const sessionTargets = {
  ...findingTargets,
  ...pageTargets,
  ...navigationTargets,
  ...uploadTargets,
  ...documentTargets,
};
