import * as z from 'zod';
import { annotationInput } from '../annotations/annotation.ts';
import {
  addedAnswerSchema,
  annotationsAnswerSchema,
  removedAnswerSchema,
  updatedAnswerSchema,
} from '../annotations/events.ts';
import { defaultLimits } from '../annotations/limits.ts';
import { pageConfigPatchSchema, pageConfigSchema } from '../config.ts';
import {
  aiCapabilitiesSchema,
  diffAnswerSchema,
  diffHitsSchema,
  planAnswerSchema,
  refreshedAnswerSchema,
  sourceQuerySchema,
} from './content.ts';
import {
  decidedAnswerSchema,
  exitBodySchema,
  feedbackBodySchema,
  previewAnswerSchema,
  previewBodySchema,
  releasedAnswerSchema,
  verdictBodySchema,
} from './decision.ts';
import { diffColoursSchema } from './diff-colours.ts';
import { draftAnswerSchema, draftBodySchema, draftQuerySchema, draftSavedSchema } from './draft.ts';
import type { Route, RouteSchemas } from './route.ts';
import { sessionPaths, type SessionRouteId } from './session-paths.ts';
import { sessionTargets } from './session-targets.ts';
import { sessionInfoSchema } from './session.ts';
import {
  linesAnswerSchema,
  linesQuerySchema,
  sideAnswerSchema,
  sideQuerySchema,
} from './side-lines.ts';
import { viewedChangeSchema, viewedSavedSchema, viewedSchema } from './viewed.ts';

const named = z.string().min(1, 'must not be empty');
const nonNegative = 'must be a non-negative integer';
const bodyName = 'The decision';
const nothing = z.object({}).optional();
const eventStream = 'text/event-stream';
const whitespace = z.exactOptional(z.enum(['show', 'hide']));
const oneAnnotation = z.union([
  annotationInput('plan', defaultLimits),
  annotationInput('review', defaultLimits),
]);

/** Schemas of the session routes. Source: contract.md, sections 1.4 and 4. */
export const sessionSchemas = {
  addAnnotations: {
    summary: 'Add one finding or a batch, all or nothing.',
    body: z.union([oneAnnotation, z.object({ annotations: z.array(oneAnnotation).min(1) })]),
    // For batches of thousands: the handler has a fast path for valid items, and errors name each item.
    handlerReads: 'json',
    replies: { 201: addedAnswerSchema },
  },
  listAnnotations: {
    summary: 'All findings in the order of arrival; 304 if `since` is the current version.',
    query: z.object({
      since: z.exactOptional(z.string(nonNegative).regex(/^\d+$/u, nonNegative)),
    }),
    replies: { 200: annotationsAnswerSchema, 304: null },
  },
  updateAnnotation: {
    summary: 'Merge fields into a finding; null removes an optional one.',
    query: z.object({ id: named }),
    body: z.record(z.string(), z.unknown(), 'must be an object of the fields to change'),
    bodyName: 'The patch',
    replies: { 200: updatedAnswerSchema },
  },
  removeAnnotations: {
    summary: 'Remove one finding, all of a source, or all.',
    // Strict, since a misspelt name would clear everything.
    query: z
      .strictObject({ id: z.exactOptional(named), source: z.exactOptional(named) })
      .refine((query) => query.id === undefined || query.source === undefined, {
        path: ['id'],
        message: 'cannot be given together with source',
      }),
    replies: { 200: removedAnswerSchema },
  },
  streamAnnotations: {
    summary: 'The findings and each of their changes as server-sent events.',
    replies: { 200: eventStream },
  },
  getSession: {
    summary: 'What the session is and what it can do.',
    replies: { 200: sessionInfoSchema },
  },
  streamEvents: {
    summary: 'One stream for the page: findings, drafts, settings, state.',
    replies: { 200: eventStream },
  },
  getPlan: {
    summary: 'The rendered blocks of the plan or document.',
    replies: { 200: planAnswerSchema },
  },
  getPlanSource: {
    summary:
      'The text that the blocks were made from, with line feeds; in a folder, that of the named file.',
    query: sourceQuerySchema,
    replies: { 200: 'text/plain' },
  },
  refresh: {
    summary: 'Read what is reviewed from its source again; findings are placed again.',
    body: nothing,
    bodyName: 'The request',
    replies: { 200: refreshedAnswerSchema },
  },
  getDiff: {
    summary: 'The changed files; with `whitespace=hide` without whitespace changes.',
    query: z.object({ whitespace }),
    replies: { 200: diffAnswerSchema },
  },
  getFilePatch: {
    summary: "One file's patch; with `whitespace=hide` without what is only whitespace.",
    query: z.object({ id: named, whitespace }),
    replies: { 200: 'text/x-diff' },
  },
  getDiffColours: {
    summary: 'The colours of the code that is shown first, as far as they are ready.',
    replies: { 200: diffColoursSchema },
  },
  searchDiff: {
    summary: 'Where a text occurs in the lines of the diff; a lower-case query ignores case.',
    query: z.object({
      q: named.max(200).regex(/^[^\r\n]*$/u, 'must be of one line'),
      whitespace,
    }),
    replies: { 200: diffHitsSchema },
  },
  getDiffSide: {
    summary: 'One side of a changed file: its size, and whether it is an image.',
    query: sideQuerySchema,
    replies: { 200: sideAnswerSchema },
  },
  getDiffImage: {
    summary: 'One side of a changed file if it is an image: PNG, JPEG, GIF, WebP, AVIF or SVG.',
    query: sideQuerySchema,
    replies: { 200: 'image/*' },
  },
  getDiffLines: {
    summary:
      "Lines of one side of a changed file, as it was compared: what stands around a patch's hunks.",
    query: linesQuerySchema,
    replies: { 200: linesAnswerSchema },
  },
  getViewed: {
    summary: 'Which changes the reviewer has viewed, by the digest of each.',
    replies: { 200: viewedSchema },
  },
  changeViewed: {
    summary: 'Mark changes as viewed, or unmark them.',
    body: viewedChangeSchema,
    bodyName: 'The change',
    replies: { 200: viewedSavedSchema },
  },
  approve: {
    summary: 'Approve the plan.',
    body: verdictBodySchema,
    bodyName,
    replies: { 200: decidedAnswerSchema },
  },
  deny: {
    summary: 'Deny the plan.',
    body: verdictBodySchema,
    bodyName,
    replies: { 200: decidedAnswerSchema },
  },
  sendFeedback: {
    summary: 'Submit the review: feedback, or an approval.',
    body: feedbackBodySchema,
    bodyName,
    replies: { 200: decidedAnswerSchema },
  },
  previewDecision: {
    summary: 'The text that the agent would get if this were decided now; nothing changes.',
    body: previewBodySchema,
    bodyName,
    replies: { 200: previewAnswerSchema },
  },
  exit: {
    summary: 'Close the session without feedback.',
    body: exitBodySchema.optional(),
    bodyName,
    replies: { 200: decidedAnswerSchema },
  },
  releaseDecision: {
    summary: 'Release the held decision to the launching process now; 409 if there is none.',
    body: nothing,
    bodyName,
    replies: { 200: releasedAnswerSchema },
  },
  undoDecision: {
    summary: 'Undo the held decision as if it had never been made; 409 if there is none.',
    body: nothing,
    bodyName,
    replies: { 200: z.object({}) },
  },
  getConfig: {
    summary: 'The settings that the page shares with the server.',
    replies: { 200: pageConfigSchema },
  },
  changeConfig: {
    summary: 'Change settings; null resets one to its default.',
    body: pageConfigPatchSchema,
    bodyName: 'The change of settings',
    replies: { 200: pageConfigSchema },
  },
  getAiCapabilities: {
    summary: 'What AI support there is.',
    replies: { 200: aiCapabilitiesSchema },
  },
  getDraft: {
    summary: "The reviewer's unsent words.",
    query: draftQuerySchema,
    replies: { 200: draftAnswerSchema },
  },
  saveDraft: {
    summary: 'Save the draft; 409 `stale_draft` if a newer generation exists.',
    body: draftBodySchema,
    bodyName: 'The draft',
    replies: { 200: draftSavedSchema },
  },
  deleteDraft: {
    summary: 'Delete the draft up to a generation.',
    query: z.object({ generation: z.string().regex(/^\d{1,15}$/u, nonNegative) }),
    replies: { 200: draftSavedSchema },
  },
} as const satisfies Readonly<Record<SessionRouteId, RouteSchemas>>;

/** All session routes under `/api/`, in full. */
export const sessionRoutes: readonly (Route & { readonly id: SessionRouteId })[] = sessionPaths.map(
  (path) => ({ ...path, ...sessionSchemas[path.id] }),
);

export const sessionApi = { targets: sessionTargets, schemas: sessionSchemas };
