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
import { aiCapabilitiesSchema, diffAnswerSchema, planAnswerSchema } from './content.ts';
import { decidedAnswerSchema, feedbackBodySchema, verdictBodySchema } from './decision.ts';
import { draftAnswerSchema, draftBodySchema, draftSavedSchema } from './draft.ts';
import type { Route } from './route.ts';
import { sessionInfoSchema } from './session.ts';

const annotations = '/api/external-annotations';
const eventStream = 'text/event-stream';
const oneAnnotation = z.union([
  annotationInput('plan', defaultLimits),
  annotationInput('review', defaultLimits),
]);

/** What a session server answers under `/api/`. Source: contract.md, sections 1.4 and 4. */
export const sessionRoutes = [
  {
    id: 'addAnnotations',
    method: 'POST',
    path: annotations,
    summary: 'Add one finding, or a batch that is taken as a whole or not at all.',
    request: z.union([oneAnnotation, z.object({ annotations: z.array(oneAnnotation).min(1) })]),
    answers: { 201: addedAnswerSchema },
  },
  {
    id: 'listAnnotations',
    method: 'GET',
    path: annotations,
    summary: 'All findings in the order of arrival; 304 where `since` is the present version.',
    query: z.object({ since: z.exactOptional(z.string()) }),
    answers: { 200: annotationsAnswerSchema, 304: null },
  },
  {
    id: 'updateAnnotation',
    method: 'PATCH',
    path: annotations,
    summary: 'Merge fields into a finding; null removes an optional one.',
    query: z.object({ id: z.string() }),
    request: z.record(z.string(), z.unknown()),
    answers: { 200: updatedAnswerSchema },
  },
  {
    id: 'removeAnnotations',
    method: 'DELETE',
    path: annotations,
    summary: 'Remove one finding, all of a source, or all.',
    query: z.object({ id: z.exactOptional(z.string()), source: z.exactOptional(z.string()) }),
    answers: { 200: removedAnswerSchema },
  },
  {
    id: 'streamAnnotations',
    method: 'GET',
    path: `${annotations}/stream`,
    summary: 'The findings and each of their changes as server-sent events.',
    answers: { 200: eventStream },
  },
  {
    id: 'getSession',
    method: 'GET',
    path: '/api/session',
    summary: 'What the session is and what it can do.',
    answers: { 200: sessionInfoSchema },
  },
  {
    id: 'streamEvents',
    method: 'GET',
    path: '/api/events',
    summary: 'One stream for the page: findings, drafts, settings, state.',
    answers: { 200: eventStream },
  },
  {
    id: 'getPlan',
    method: 'GET',
    path: '/api/plan',
    summary: 'The rendered blocks of the plan or document.',
    modes: ['plan', 'document'],
    answers: { 200: planAnswerSchema },
  },
  {
    id: 'getDiff',
    method: 'GET',
    path: '/api/diff',
    summary: 'The changed files.',
    modes: ['review'],
    answers: { 200: diffAnswerSchema },
  },
  {
    id: 'getFilePatch',
    method: 'GET',
    path: '/api/diff/file',
    summary: "One file's patch.",
    modes: ['review'],
    query: z.object({ id: z.string() }),
    answers: { 200: 'text/x-diff' },
  },
  {
    id: 'approve',
    method: 'POST',
    path: '/api/approve',
    summary: 'Approve the plan.',
    modes: ['plan'],
    request: verdictBodySchema,
    answers: { 200: decidedAnswerSchema },
  },
  {
    id: 'deny',
    method: 'POST',
    path: '/api/deny',
    summary: 'Deny the plan.',
    modes: ['plan'],
    request: verdictBodySchema,
    answers: { 200: decidedAnswerSchema },
  },
  {
    id: 'sendFeedback',
    method: 'POST',
    path: '/api/feedback',
    summary: 'Submit the review: feedback, or an approval.',
    modes: ['document', 'review'],
    request: feedbackBodySchema,
    answers: { 200: decidedAnswerSchema },
  },
  {
    id: 'exit',
    method: 'POST',
    path: '/api/exit',
    summary: 'Close the session without feedback.',
    request: z.object({}),
    answers: { 200: decidedAnswerSchema },
  },
  {
    id: 'getConfig',
    method: 'GET',
    path: '/api/config',
    summary: 'The settings that the page shares with the server.',
    answers: { 200: pageConfigSchema },
  },
  {
    id: 'changeConfig',
    method: 'POST',
    path: '/api/config',
    summary: 'Change settings; null goes back to the default.',
    request: pageConfigPatchSchema,
    answers: { 200: pageConfigSchema },
  },
  {
    id: 'getAiCapabilities',
    method: 'GET',
    path: '/api/ai/capabilities',
    summary: 'What AI support there is.',
    answers: { 200: aiCapabilitiesSchema },
  },
  {
    id: 'getDraft',
    method: 'GET',
    path: '/api/draft',
    summary: "The reviewer's unsent words.",
    answers: { 200: draftAnswerSchema },
  },
  {
    id: 'saveDraft',
    method: 'PUT',
    path: '/api/draft',
    summary: 'Keep unsent words; 409 `stale_draft` where a newer generation is known.',
    request: draftBodySchema,
    answers: { 200: draftSavedSchema },
  },
  {
    id: 'deleteDraft',
    method: 'DELETE',
    path: '/api/draft',
    summary: 'Forget the unsent words up to a generation.',
    query: z.object({ generation: z.string() }),
    answers: { 200: draftSavedSchema },
  },
] as const satisfies readonly Route[];

export type SessionRoute = (typeof sessionRoutes)[number];
export type SessionRouteId = SessionRoute['id'];
