import * as z from 'zod';
import { pageConfigPatchSchema, pageConfigSchema } from '../config.ts';
import { changeSchemas } from './change-routes.ts';
import {
  aiCapabilitiesSchema,
  assetParamsSchema,
  frameAnswerSchema,
  planAnswerSchema,
  refreshedAnswerSchema,
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
import { documentQuerySchema, documentsAnswerSchema } from './documents.ts';
import { draftAnswerSchema, draftBodySchema, draftQuerySchema, draftSavedSchema } from './draft.ts';
import { findingSchemas } from './finding-routes.ts';
import { eventStream, nonNegative } from './route-schemas.ts';
import type { Route, RouteSchemas } from './route.ts';
import { sessionPaths, type SessionRouteId } from './session-paths.ts';
import { sessionTargets } from './session-targets.ts';
import {
  checkLinksBodySchema,
  linkedFileQuerySchema,
  linkedFileSchema,
  linksAnswerSchema,
} from './links.ts';
import { noteBodySchema, noteSavedSchema } from './note.ts';
import { roundsAnswerSchema, settleBodySchema, settledSchema } from './rounds.ts';
import { sessionInfoSchema } from './session.ts';
import { importBodySchema, importedSchema, shareBodySchema } from './share.ts';
import { skillsAnswerSchema } from './skills.ts';
import {
  previewSourceBodySchema,
  saveSourceBodySchema,
  sourceAnswerSchema,
  sourcePreviewSchema,
  sourceSavedSchema,
} from './source.ts';
import {
  comparedQuerySchema,
  comparedVersionsSchema,
  versionParamsSchema,
  versionsAnswerSchema,
} from './versions.ts';
import { uploadSchemas } from './upload.ts';

const bodyName = 'The decision';
const nothing = z.object({}).optional();

/** Schemas of the session routes. Source: contract.md, sections 1.4 and 4. */
export const sessionSchemas = {
  ...findingSchemas,
  getSession: {
    summary: 'What the session is and what it can do.',
    replies: { 200: sessionInfoSchema },
  },
  streamEvents: {
    summary: 'One stream for the page: findings, drafts, settings, state.',
    replies: { 200: eventStream },
  },
  streamUnseen: {
    summary:
      'The same for a page in the background: while there are only such ones, the source is not checked for changes.',
    replies: { 200: eventStream },
  },
  getPlan: {
    summary:
      'The rendered blocks of the plan or document; of many documents, those of the named one, or of the one to open with.',
    query: documentQuerySchema,
    replies: { 200: planAnswerSchema },
  },
  getFrame: {
    summary:
      'An HTML document as its frame shows it, without scripts, and with text by block; of many, the named one.',
    query: documentQuerySchema,
    replies: { 200: frameAnswerSchema },
  },
  getAsset: {
    summary:
      'The frame of an HTML document, at an empty path, and the images and styles in the folder of its file.',
    params: assetParamsSchema,
    query: z.object({ quirks: z.exactOptional(z.literal('1')) }),
    replies: { 200: 'application/octet-stream' },
  },
  getSource: {
    summary:
      'The text that the blocks were made from, with line feeds, and the hash of what was read; of several, that of the named one.',
    query: documentQuerySchema,
    replies: { 200: sourceAnswerSchema },
  },
  saveSource: {
    summary:
      'Write an edited text to its file and show it as the next version; 409 with both sides if the file has changed.',
    body: saveSourceBodySchema,
    bodyName: 'The edited text',
    replies: { 200: sourceSavedSchema },
  },
  previewSource: {
    summary: 'The blocks of an edited text; nothing changes.',
    body: previewSourceBodySchema,
    bodyName: 'The edited text',
    replies: { 200: sourcePreviewSchema },
  },
  saveNote: {
    summary:
      'Save the plan or document as markdown in the folder for notes; with comments if the body has some.',
    body: noteBodySchema,
    bodyName: 'The note',
    replies: { 200: noteSavedSchema },
  },
  shareReview: {
    summary:
      'One HTML file of the plan or document with its comments and findings, in which colleagues can comment without a network.',
    body: shareBodySchema,
    bodyName: 'What to share',
    replies: { 200: 'text/html' },
  },
  importComments: {
    summary: 'Add the comments that colleagues wrote in a shared file, or their later states.',
    body: importBodySchema,
    bodyName: 'The import',
    replies: { 200: importedSchema },
  },
  getVersions: {
    summary:
      'The kept versions of the plan or document, with the decisions on them; of several, those of the named one.',
    query: documentQuerySchema,
    replies: { 200: versionsAnswerSchema },
  },
  getVersion: {
    summary: 'The text of a kept version.',
    params: versionParamsSchema,
    query: documentQuerySchema,
    replies: { 200: 'text/plain' },
  },
  compareVersions: {
    summary:
      'What changed from the version `with` to this one: block by block with changed words, or line by line of the source.',
    params: versionParamsSchema,
    query: comparedQuerySchema,
    replies: { 200: comparedVersionsSchema },
  },
  checkLinks: {
    summary: 'Which links and words of a text lead to files of the project.',
    body: checkLinksBodySchema,
    bodyName: 'What may lead to files',
    replies: { 200: linksAnswerSchema },
  },
  getLinkedFile: {
    summary: 'A file of the project as it is now: rendered if it is markdown, else its text.',
    query: linkedFileQuerySchema,
    replies: { 200: linkedFileSchema },
  },
  getDocuments: {
    summary: 'The documents of a session of many, by name.',
    replies: { 200: documentsAnswerSchema },
  },
  refresh: {
    summary: 'Read what is reviewed from its source again; findings are placed again.',
    body: nothing,
    bodyName: 'The request',
    replies: { 200: refreshedAnswerSchema },
  },
  ...changeSchemas,
  ...uploadSchemas,
  getRounds: {
    summary:
      'What changed since the last review of the same thing, even if its base has moved, and which of its comments were addressed.',
    replies: { 200: roundsAnswerSchema },
  },
  settleComment: {
    summary:
      'Settle a comment of an earlier round, so that later rounds do not list it, or take that back.',
    body: settleBodySchema,
    bodyName: 'The comment',
    replies: { 200: settledSchema },
  },
  getSkills: {
    summary:
      'The instructions for agents (SKILL.md) in the project and the home folder, those about reviews first; nothing of them is run.',
    replies: { 200: skillsAnswerSchema },
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
