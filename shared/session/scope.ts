import * as z from 'zod';
import { definitionQuerySchema, symbolsQuerySchema } from './navigation.ts';
import { fileQuerySchema, filesQuerySchema, pathTextSchema } from './project-files.ts';
import { commitsSchema } from './reviewed.ts';
import type { RouteInputs } from './route.ts';

/** What a review of a repository can compare without naming a commit. */
export const namedScopes = [
  /** What the branch has changed since it left the default branch, with what is not committed. */
  'base',
  'uncommitted',
  'staged',
  'unstaged',
  /** The last commit. */
  'last',
] as const;
export const namedScopeSchema = z.enum(namedScopes);
export type NamedScope = z.infer<typeof namedScopeSchema>;

/** The name of a version control system, for a folder that is under several; default: the nearest. */
export const vcsSchema = z.string().min(1).max(50);

/** A folder's, of one of its repositories, has the path of that. */
const scopeId = z.string().min(1).max(18_000);

/** One of several repositories: its folder, encoded as paths in the manifest. */
const repository = z.exactOptional(pathTextSchema);

export const scopeSchema = z.object({
  /** Chooses it; only the provider reads it. */
  id: scopeId,
  kind: z.enum([...namedScopes, 'commit', 'range', 'patch']),
  /** The base's branch, the commit, the range, or the patch's file. */
  name: z.exactOptional(z.string()),
  /** The one that it compares, of several repositories. */
  repository,
});
export type Scope = z.infer<typeof scopeSchema>;

const revision = z.string().min(1).max(1000);

/** `POST /api/diff/scope`: a listed scope, a range as typed, or the commits from the first to the last. */
export const scopeChoiceSchema = z.union([
  z.strictObject({ scope: scopeId }),
  z.strictObject({ range: revision, repository }),
  z.strictObject({ first: revision, last: revision, repository }),
]);
export type ScopeChoice = z.infer<typeof scopeChoiceSchema>;

/** `GET /api/diff/scopes`: of all repositories, or of one of several. */
export const scopesQuerySchema = z.object({ repository });
export type ScopesQuery = z.infer<typeof scopesQuerySchema>;

export const scopesAnswerSchema = z.object({
  current: scopeSchema,
  /** The two sides that it was resolved to, if it has one on each. */
  commits: z.exactOptional(commitsSchema),
  scopes: z.array(scopeSchema),
  /** If there are several: their folders. */
  repositories: z.exactOptional(z.array(z.string())),
});
export type ScopesAnswer = z.infer<typeof scopesAnswerSchema>;

export const commitSchema = z.object({
  id: z.string(),
  subject: z.string(),
  /** The message below the subject. */
  body: z.string(),
  author: z.string(),
  /** ISO 8601, with the author's time zone. */
  authoredAt: z.string(),
  parents: z.array(z.string()),
  /** What else to call it, and its state, as its version control system says: a change's id, bookmarks, `conflict`. */
  labels: z.exactOptional(z.array(z.string())),
});
export type Commit = z.infer<typeof commitSchema>;

/** `GET /api/commits`: with `q`, those that have it in their message, whatever the case. */
export const commitsQuerySchema = z.object({
  q: z.exactOptional(z.string().min(1).max(200)),
  /** `next` of the preceding answer. */
  after: z.exactOptional(z.string().regex(/^\d{1,9}$/u, 'must be `next` of an answer')),
  /** Whose, where there are several. */
  repository,
});
export type CommitsQuery = z.infer<typeof commitsQuerySchema>;

export const commitsAnswerSchema = z.object({
  /** Newest first, from the commit that is checked out. */
  commits: z.array(commitSchema),
  /** Absent if there are no more. */
  next: z.exactOptional(z.string()),
});
export type CommitsAnswer = z.infer<typeof commitsAnswerSchema>;

/** What a session asks about the repository behind its change. */
export const repositoryQuestionSchema = z.discriminatedUnion('about', [
  z.object({ about: z.literal('scopes'), query: scopesQuerySchema }),
  z.object({ about: z.literal('commits'), query: commitsQuerySchema }),
  z.object({ about: z.literal('files'), query: filesQuerySchema }),
  z.object({ about: z.literal('definition'), query: definitionQuerySchema }),
  z.object({ about: z.literal('symbols'), query: symbolsQuerySchema }),
]);
export type RepositoryQuestion = z.infer<typeof repositoryQuestionSchema>;

export const repositoryInputs = {
  getScopes: { query: scopesQuerySchema },
  chooseScope: { body: scopeChoiceSchema, bodyName: 'The choice' },
  getCommits: { query: commitsQuerySchema },
  getFiles: { query: filesQuerySchema },
  getFile: { query: fileQuerySchema },
} as const satisfies RouteInputs;
