import * as z from 'zod';
import { commentPath } from '../annotations/comment.ts';
import { sideSchema } from './side-lines.ts';
import { stagingActionSchema } from './staging-action.ts';
import type { RouteInputs } from './route.ts';

const line = z.int().min(1);

/** Lines of one side of a file, both ends included. What is no change among them does not count. */
const selectedLinesSchema = z.strictObject({ side: sideSchema, first: line, last: line });
const linesSchema = z.array(selectedLinesSchema);
export type SelectedLines = z.infer<typeof selectedLinesSchema>;

/** `POST /api/diff/stage`: a file of the change, or lines of it. */
export const stagingBodySchema = z.strictObject({
  action: stagingActionSchema,
  /** Of the content that the id and the lines are from. */
  version: z.int().min(1),
  id: z.string().min(1).max(100),
  /** The file's path, as in the manifest. */
  path: commentPath,
  lines: z.exactOptional(linesSchema.min(1).max(1000)),
});

const code = z.string().max(65_536);

/** A suggestion: code to replace whole lines of a file of the work tree. */
const suggestionSchema = z.strictObject({
  path: commentPath,
  first: line,
  last: line,
  /** What must stand there. Without it, the file must be as it is shown. */
  originalCode: z.exactOptional(code),
  suggestedCode: code,
});
export type Suggestion = z.infer<typeof suggestionSchema>;

/** `POST /api/diff/apply` */
export const applyBodySchema = z.strictObject({
  version: z.int().min(1),
  suggestions: z.array(suggestionSchema).min(1).max(1000),
});

const keptId = z.string().regex(/^[0-9a-f]{32}$/u, 'must be the id of a change that was made');

/** `POST /api/diff/undo` */
export const undoBodySchema = z.strictObject({ id: keptId });

/** A change that was made to the index or to the work tree, as long as it is kept. */
export const projectChangeSchema = z.object({
  id: keptId,
  action: z.enum([...stagingActionSchema.options, 'apply']),
  path: z.string(),
  /** The lines, unless it was the whole file. */
  lines: z.exactOptional(linesSchema),
  madeAt: z.iso.datetime(),
});
export type ProjectChange = z.infer<typeof projectChangeSchema>;

/** What was applied, one change for each file, and why the rest was not. */
export const appliedSchema = z.object({
  changes: z.array(projectChangeSchema),
  refused: z.array(
    z.object({
      /** Place in the request's list. */
      index: z.int().min(0),
      reason: z.string(),
    }),
  ),
});
export type Applied = z.infer<typeof appliedSchema>;

/** For the agent: what was done, or why it was refused. */
export const stagedPartSchema = projectChangeSchema
  .omit({ madeAt: true, id: true })
  .extend({ id: z.exactOptional(keptId), refusal: z.exactOptional(z.string()) });
export type StagedPart = z.infer<typeof stagedPartSchema>;

/** `GET /api/diff/undo`: what can be undone in this repository, latest first. */
export const projectChangesSchema = z.object({ changes: z.array(projectChangeSchema) });
export type ProjectChanges = z.infer<typeof projectChangesSchema>;

/** What a session asks to have done to the project behind its change. */
export const projectRequestSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('stage'), staging: stagingBodySchema }),
  z.object({ do: z.literal('apply'), ...applyBodySchema.shape }),
  z.object({ do: z.literal('undo'), id: keptId }),
  z.object({ do: z.literal('list') }),
]);
export type ProjectRequest = z.infer<typeof projectRequestSchema>;

const bodyName = 'The request';

export const projectInputs = {
  stageChange: { body: stagingBodySchema, bodyName },
  applySuggestions: { body: applyBodySchema, bodyName },
  undoProjectChange: { body: undoBodySchema, bodyName },
} as const satisfies RouteInputs;
