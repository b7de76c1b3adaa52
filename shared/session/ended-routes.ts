import * as z from 'zod';
import { decisionSchema } from './decision.ts';
import { assetParamsSchema } from './documents.ts';
import { rowsOf, type Route, type RoutePath, type RouteSchemas } from './route.ts';
import { sessionPaths, type SessionRouteId } from './session-paths.ts';
import { sessionSchemas } from './session-routes.ts';
import { endedTargets } from './page-targets.ts';

const params = z.object({ id: z.string() });
const shown = z.exactOptional(z.literal('show', 'is not kept: only the whole change is'));

/** Routes that still work for an ended review, with the same answers; all are read-only. */
const readRoutes = [
  'getSession',
  'getPlan',
  'getFrame',
  'getAsset',
  'getSource',
  'getDocuments',
  'getDiff',
  'getFilePatch',
  'searchDiff',
  'getConfig',
  'getUpload',
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

/** Schemas of the routes of ended reviews: those of sessions, without what is not archived. */
export const endedSchemas = {
  getSession: { ...sessionSchemas.getSession, params },
  getPlan: { ...sessionSchemas.getPlan, params },
  getFrame: { ...sessionSchemas.getFrame, params },
  getAsset: { ...sessionSchemas.getAsset, params: params.extend(assetParamsSchema.shape) },
  getSource: { ...sessionSchemas.getSource, params },
  getDocuments: { ...sessionSchemas.getDocuments, params },
  getDiff: { ...sessionSchemas.getDiff, params, query: z.object({ whitespace: shown }) },
  getFilePatch: {
    ...sessionSchemas.getFilePatch,
    params,
    query: z.object({ id: z.string().min(1).max(40), whitespace: shown }),
  },
  searchDiff: {
    ...sessionSchemas.searchDiff,
    params,
    query: z.object({ q: z.string().min(1, 'must not be empty').max(200), whitespace: shown }),
  },
  getConfig: { ...sessionSchemas.getConfig, params },
  getUpload: {
    ...sessionSchemas.getUpload,
    params: params.extend(sessionSchemas.getUpload.params.shape),
  },
  getEndedDecision: {
    summary: 'What was decided, with the comments and findings that were part of it.',
    params,
    replies: { 200: decisionSchema },
  },
} as const satisfies Readonly<Record<EndedRouteId, RouteSchemas>>;

/** The routes of ended reviews in full; paths are relative to a review's own. */
export const endedRoutes: readonly (Route & { readonly id: EndedRouteId })[] = endedPaths.map(
  (row) => ({ ...row, ...endedSchemas[row.id], path: `/{id}${row.path}` }),
);
