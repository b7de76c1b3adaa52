import { diffAnswerSchema, diffHitsSchema } from './content.ts';
import { diffColoursSchema } from './diff-colours.ts';
import { diffInputs } from './diff-inputs.ts';
import { definitionAnswerSchema, navigationInputs, symbolsAnswerSchema } from './navigation.ts';
import { fileAnswerSchema, filesAnswerSchema } from './project-files.ts';
import { refreshedAnswerSchema } from './refresh.ts';
import type { RouteSchemas } from './route.ts';
import { commitsAnswerSchema, repositoryInputs, scopesAnswerSchema } from './scope.ts';
import { linesAnswerSchema, sideAnswerSchema } from './side-lines.ts';
import {
  appliedSchema,
  projectChangeSchema,
  projectChangesSchema,
  projectInputs,
} from './staging.ts';
import { structureAnswerSchema } from './structure.ts';
import { viewedInputs, viewedSavedSchema, viewedSchema } from './viewed.ts';

/** Schemas of the routes that only code changes have. */
export const changeSchemas = {
  getDiff: {
    ...diffInputs.getDiff,
    summary: 'The changed files; with `whitespace=hide` without whitespace changes.',
    replies: { 200: diffAnswerSchema },
  },
  getFilePatch: {
    ...diffInputs.getFilePatch,
    summary: "One file's patch; with `whitespace=hide` without what is only whitespace.",
    replies: { 200: 'text/x-diff' },
  },
  getDiffColours: {
    summary: 'The colours of the code that is shown first, as far as they are ready.',
    replies: { 200: diffColoursSchema },
  },
  searchDiff: {
    ...diffInputs.searchDiff,
    summary: 'Where a text occurs in the lines of the diff; a lower-case query ignores case.',
    replies: { 200: diffHitsSchema },
  },
  getDiffSide: {
    ...diffInputs.getDiffSide,
    summary: 'One side of a changed file: its size, and whether it is an image.',
    replies: { 200: sideAnswerSchema },
  },
  getDiffImage: {
    ...diffInputs.getDiffImage,
    summary: 'One side of a changed file if it is an image: PNG, JPEG, GIF, WebP, AVIF or SVG.',
    replies: { 200: 'image/*' },
  },
  getDiffLines: {
    ...diffInputs.getDiffLines,
    summary:
      "Lines of one side of a changed file, as it was compared: what stands around a patch's hunks.",
    replies: { 200: linesAnswerSchema },
  },
  getDiffStructure: {
    summary:
      'Which functions, classes, methods and types were added, removed, changed, renamed, moved or only reformatted.',
    replies: { 200: structureAnswerSchema },
  },
  getInterdiff: {
    ...diffInputs.getInterdiff,
    summary: 'What changed in a file since the last round, as the hunks of a diff.',
    replies: { 200: 'text/x-diff' },
  },
  getScopes: {
    ...repositoryInputs.getScopes,
    summary:
      'What of the repository is compared, and what else can be; of several, with `repository`, in that one.',
    replies: { 200: scopesAnswerSchema },
  },
  chooseScope: {
    ...repositoryInputs.chooseScope,
    summary:
      'Compare something else of the same repository: one of the scopes, a range, or commits; findings are placed again.',
    replies: { 200: refreshedAnswerSchema },
  },
  getCommits: {
    ...repositoryInputs.getCommits,
    summary:
      'The commits that lead to the current one, newest first, by pages; `q` searches them, `repository` is one of several.',
    replies: { 200: commitsAnswerSchema },
  },
  getFiles: {
    ...repositoryInputs.getFiles,
    summary:
      'The files of the project, by pages: tracked, or untracked and not ignored; `q` finds them by path.',
    replies: { 200: filesAnswerSchema },
  },
  getFile: {
    ...repositoryInputs.getFile,
    summary: 'A file of the project on one side of what is compared, changed or not.',
    replies: { 200: fileAnswerSchema },
  },
  getReferences: {
    ...navigationInputs.getReferences,
    summary:
      'The lines of the project with a symbol, by files, while they are found: a JSON object a line, the last one says how it ended.',
    replies: { 200: 'application/x-ndjson' },
  },
  getDefinition: {
    ...navigationInputs.getDefinition,
    summary: 'Where a symbol is defined, the most likely place first, with its signature.',
    replies: { 200: definitionAnswerSchema },
  },
  getSymbols: {
    ...navigationInputs.getSymbols,
    summary:
      'The functions, classes, types … of the project with a text in their name, the best match first.',
    replies: { 200: symbolsAnswerSchema },
  },
  stageChange: {
    ...projectInputs.stageChange,
    summary:
      'Stage, unstage or discard a changed file, or lines of it; 422 `change_refused` says why it cannot be done.',
    replies: { 200: projectChangeSchema },
  },
  applySuggestions: {
    ...projectInputs.applySuggestions,
    summary:
      'Apply suggestions to the work tree where the code that they replace still stands; the rest is refused, each with a reason.',
    replies: { 200: appliedSchema },
  },
  listProjectChanges: {
    summary:
      'What was staged, unstaged, discarded or applied here in the last week and can be undone.',
    replies: { 200: projectChangesSchema },
  },
  undoProjectChange: {
    ...projectInputs.undoProjectChange,
    summary: 'Undo one of these, unless something else has been written there since.',
    replies: { 200: projectChangeSchema },
  },
  getViewed: {
    summary: 'Which changes the reviewer has viewed, by the digest of each.',
    replies: { 200: viewedSchema },
  },
  changeViewed: {
    ...viewedInputs.changeViewed,
    summary: 'Mark changes as viewed, or unmark them.',
    replies: { 200: viewedSavedSchema },
  },
} as const satisfies Readonly<Record<string, RouteSchemas>>;
