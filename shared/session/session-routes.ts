import * as z from 'zod';
import { configInputs, pageConfigSchema } from '../config.ts';
import { changeSchemas } from './change-routes.ts';
import { aiCapabilitiesSchema, frameAnswerSchema, planAnswerSchema } from './content.ts';
import {
  decidedAnswerSchema,
  decisionInputs,
  previewAnswerSchema,
  releasedAnswerSchema,
} from './decision.ts';
import { documentInputs, documentsAnswerSchema } from './documents.ts';
import { draftQueries } from './draft-queries.ts';
import { draftAnswerSchema, draftInputs, draftSavedSchema } from './draft.ts';
import { findingSchemas } from './finding-routes.ts';
import { linkedFileSchema, linkInputs, linksAnswerSchema } from './links.ts';
import { noteInputs, noteSavedSchema } from './note.ts';
import { refreshedAnswerSchema, refreshInputs } from './refresh.ts';
import { roundsAnswerSchema } from './rounds.ts';
import { eventStream } from './route-schemas.ts';
import type { Route, RouteSchemas } from './route.ts';
import { sessionPaths, type SessionRouteId } from './session-paths.ts';
import { sessionTargets } from './session-targets.ts';
import { sessionInfoSchema } from './session.ts';
import { settledInputs, settledSchema } from './settled.ts';
import { importedSchema, shareInputs } from './share.ts';
import { skillsAnswerSchema } from './skills.ts';
import {
  sourceAnswerSchema,
  sourceInputs,
  sourcePreviewSchema,
  sourceSavedSchema,
} from './source.ts';
import { uploadSchemas } from './upload.ts';
import { comparedVersionsSchema, versionInputs, versionsAnswerSchema } from './versions.ts';

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
    ...documentInputs.getPlan,
    summary:
      'The rendered blocks of the plan or document; of many documents, those of the named one, or of the one to open with.',
    replies: { 200: planAnswerSchema },
  },
  getFrame: {
    ...documentInputs.getFrame,
    summary:
      'An HTML document as its frame shows it, without scripts, and with text by block; of many, the named one.',
    replies: { 200: frameAnswerSchema },
  },
  getAsset: {
    ...documentInputs.getAsset,
    summary:
      'The frame of an HTML document, at an empty path, and the images and styles in the folder of its file.',
    replies: { 200: 'application/octet-stream' },
  },
  getSource: {
    ...documentInputs.getSource,
    summary:
      'The text that the blocks were made from, with line feeds, and the hash of what was read; of several, that of the named one.',
    replies: { 200: sourceAnswerSchema },
  },
  saveSource: {
    ...sourceInputs.saveSource,
    summary:
      'Write an edited text to its file and show it as the next version; 409 with both sides if the file has changed.',
    replies: { 200: sourceSavedSchema },
  },
  previewSource: {
    ...sourceInputs.previewSource,
    summary: 'The blocks of an edited text; nothing changes.',
    replies: { 200: sourcePreviewSchema },
  },
  saveNote: {
    ...noteInputs.saveNote,
    summary:
      'Save the plan or document as markdown in the folder for notes; with comments if the body has some.',
    replies: { 200: noteSavedSchema },
  },
  shareReview: {
    ...shareInputs.shareReview,
    summary:
      'One HTML file of the plan or document with its comments and findings, in which colleagues can comment without a network.',
    replies: { 200: 'text/html' },
  },
  importComments: {
    ...shareInputs.importComments,
    summary: 'Add the comments that colleagues wrote in a shared file, or their later states.',
    replies: { 200: importedSchema },
  },
  getVersions: {
    ...versionInputs.getVersions,
    summary:
      'The kept versions of the plan or document, with the decisions on them; of several, those of the named one.',
    replies: { 200: versionsAnswerSchema },
  },
  getVersion: {
    ...versionInputs.getVersion,
    summary: 'The text of a kept version.',
    replies: { 200: 'text/plain' },
  },
  compareVersions: {
    ...versionInputs.compareVersions,
    summary:
      'What changed from the version `with` to this one: block by block with changed words, or line by line of the source.',
    replies: { 200: comparedVersionsSchema },
  },
  checkLinks: {
    ...linkInputs.checkLinks,
    summary: 'Which links and words of a text lead to files of the project.',
    replies: { 200: linksAnswerSchema },
  },
  getLinkedFile: {
    ...linkInputs.getLinkedFile,
    summary: 'A file of the project as it is now: rendered if it is markdown, else its text.',
    replies: { 200: linkedFileSchema },
  },
  getDocuments: {
    summary: 'The documents of a session of many, by name.',
    replies: { 200: documentsAnswerSchema },
  },
  refresh: {
    ...refreshInputs.refresh,
    summary: 'Read what is reviewed from its source again; findings are placed again.',
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
    ...settledInputs.settleComment,
    summary:
      'Settle a comment of an earlier round, so that later rounds do not list it, or take that back.',
    replies: { 200: settledSchema },
  },
  getSkills: {
    summary:
      'The instructions for agents (SKILL.md) in the project and the home folder, those about reviews first; nothing of them is run.',
    replies: { 200: skillsAnswerSchema },
  },
  approve: {
    ...decisionInputs.approve,
    summary: 'Approve the plan.',
    replies: { 200: decidedAnswerSchema },
  },
  deny: {
    ...decisionInputs.deny,
    summary: 'Deny the plan.',
    replies: { 200: decidedAnswerSchema },
  },
  sendFeedback: {
    ...decisionInputs.sendFeedback,
    summary: 'Submit the review: feedback, or an approval.',
    replies: { 200: decidedAnswerSchema },
  },
  previewDecision: {
    ...decisionInputs.previewDecision,
    summary: 'The text that the agent would get if this were decided now; nothing changes.',
    replies: { 200: previewAnswerSchema },
  },
  exit: {
    ...decisionInputs.exit,
    summary: 'Close the session without feedback.',
    replies: { 200: decidedAnswerSchema },
  },
  releaseDecision: {
    ...decisionInputs.releaseDecision,
    summary: 'Release the held decision to the launching process now; 409 if there is none.',
    replies: { 200: releasedAnswerSchema },
  },
  undoDecision: {
    ...decisionInputs.undoDecision,
    summary: 'Undo the held decision as if it had never been made; 409 if there is none.',
    replies: { 200: z.object({}) },
  },
  getConfig: {
    summary: 'The settings that the page shares with the server.',
    replies: { 200: pageConfigSchema },
  },
  changeConfig: {
    ...configInputs.changeConfig,
    summary: 'Change settings; null resets one to its default.',
    replies: { 200: pageConfigSchema },
  },
  getAiCapabilities: {
    summary: 'What AI support there is.',
    replies: { 200: aiCapabilitiesSchema },
  },
  getDraft: {
    ...draftQueries.getDraft,
    summary: "The reviewer's unsent words.",
    replies: { 200: draftAnswerSchema },
  },
  saveDraft: {
    ...draftInputs.saveDraft,
    summary: 'Save the draft; 409 `stale_draft` if a newer generation exists.',
    replies: { 200: draftSavedSchema },
  },
  deleteDraft: {
    ...draftQueries.deleteDraft,
    summary: 'Delete the draft up to a generation.',
    replies: { 200: draftSavedSchema },
  },
} as const satisfies Readonly<Record<SessionRouteId, RouteSchemas>>;

/** All session routes under `/api/`, in full. */
export const sessionRoutes: readonly (Route & { readonly id: SessionRouteId })[] = sessionPaths.map(
  (path) => ({ ...path, ...sessionSchemas[path.id] }),
);

export const sessionApi = { targets: sessionTargets, schemas: sessionSchemas };
