import * as z from 'zod';
import { diffAnswerSchema, diffHitsSchema, refreshedAnswerSchema } from './content.ts';
import { diffColoursSchema } from './diff-colours.ts';
import {
  definitionAnswerSchema,
  definitionQuerySchema,
  referencesQuerySchema,
  symbolsAnswerSchema,
  symbolsQuerySchema,
} from './navigation.ts';
import {
  fileAnswerSchema,
  fileQuerySchema,
  filesAnswerSchema,
  filesQuerySchema,
} from './project-files.ts';
import { named } from './route-schemas.ts';
import type { RouteSchemas } from './route.ts';
import {
  commitsAnswerSchema,
  commitsQuerySchema,
  scopeChoiceSchema,
  scopesAnswerSchema,
  scopesQuerySchema,
} from './scope.ts';
import {
  linesAnswerSchema,
  linesQuerySchema,
  sideAnswerSchema,
  sideQuerySchema,
} from './side-lines.ts';
import { structureAnswerSchema } from './structure.ts';
import {
  appliedSchema,
  applyBodySchema,
  projectChangeSchema,
  projectChangesSchema,
  stagingBodySchema,
  undoBodySchema,
} from './staging.ts';
import { viewedChangeSchema, viewedSavedSchema, viewedSchema } from './viewed.ts';

const whitespace = z.exactOptional(z.enum(['show', 'hide']));

/** Schemas of the routes that only code changes have: a worker loads them without all others. */
export const changeSchemas = {
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
  getDiffStructure: {
    summary:
      'Which functions, classes, methods and types were added, removed, changed, renamed, moved or only reformatted.',
    replies: { 200: structureAnswerSchema },
  },
  getInterdiff: {
    summary: 'What changed in a file since the last round, as the hunks of a diff.',
    query: z.object({ id: named }),
    replies: { 200: 'text/x-diff' },
  },
  getScopes: {
    summary:
      'What of the repository is compared, and what else can be; of several, with `repository`, in that one.',
    query: scopesQuerySchema,
    replies: { 200: scopesAnswerSchema },
  },
  chooseScope: {
    summary:
      'Compare something else of the same repository: one of the scopes, a range, or commits; findings are placed again.',
    body: scopeChoiceSchema,
    bodyName: 'The choice',
    replies: { 200: refreshedAnswerSchema },
  },
  getCommits: {
    summary:
      'The commits that lead to the current one, newest first, by pages; `q` searches them, `repository` is one of several.',
    query: commitsQuerySchema,
    replies: { 200: commitsAnswerSchema },
  },
  getFiles: {
    summary:
      'The files of the project, by pages: tracked, or untracked and not ignored; `q` finds them by path.',
    query: filesQuerySchema,
    replies: { 200: filesAnswerSchema },
  },
  getFile: {
    summary: 'A file of the project on one side of what is compared, changed or not.',
    query: fileQuerySchema,
    replies: { 200: fileAnswerSchema },
  },
  getReferences: {
    summary:
      'The lines of the project with a symbol, by files, while they are found: a JSON object a line, the last one says how it ended.',
    query: referencesQuerySchema,
    replies: { 200: 'application/x-ndjson' },
  },
  getDefinition: {
    summary: 'Where a symbol is defined, the most likely place first, with its signature.',
    query: definitionQuerySchema,
    replies: { 200: definitionAnswerSchema },
  },
  getSymbols: {
    summary:
      'The functions, classes, types … of the project with a text in their name, the best match first.',
    query: symbolsQuerySchema,
    replies: { 200: symbolsAnswerSchema },
  },
  stageChange: {
    summary:
      'Stage, unstage or discard a changed file, or lines of it; 422 `change_refused` says why it cannot be done.',
    body: stagingBodySchema,
    bodyName: 'The request',
    replies: { 200: projectChangeSchema },
  },
  applySuggestions: {
    summary:
      'Apply suggestions to the work tree where the code that they replace still stands; the rest is refused, each with a reason.',
    body: applyBodySchema,
    bodyName: 'The request',
    replies: { 200: appliedSchema },
  },
  listProjectChanges: {
    summary:
      'What was staged, unstaged, discarded or applied here in the last week and can be undone.',
    replies: { 200: projectChangesSchema },
  },
  undoProjectChange: {
    summary: 'Undo one of these, unless something else has been written there since.',
    body: undoBodySchema,
    bodyName: 'The request',
    replies: { 200: projectChangeSchema },
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
} as const satisfies Readonly<Record<string, RouteSchemas>>;
