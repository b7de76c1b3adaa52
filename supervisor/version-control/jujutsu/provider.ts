import { realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { GalleyError } from '../../../shared/errors.ts';
import { hasJj } from '../../../shared/node/env.ts';
import { parseWith } from '../../../shared/parse.ts';
import {
  scopeSchema,
  type Scope,
  type ScopeChoice,
  type ScopesAnswer,
} from '../../../shared/session/scope.ts';
import type { Commits } from '../../../shared/session/reviewed.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import type { Change, CurrentState, Provider, ResolvedChange } from '../provider.ts';
import {
  compareRevisions,
  diffRevisions,
  partsOf,
  readEntries,
  sideReader,
  stateOf,
} from './compare-revisions.ts';
import { findWord } from './find-word.ts';
import { readChanges } from './read-changes.ts';
import { readFile, readPaths } from './read-files.ts';
import { largeFileSchema, recordWorkingCopy } from './record-working-copy.ts';
import {
  findTrunk,
  parseRevisions,
  parseScopeId,
  readStack,
  resolveRevisions,
  type ResolvedRevisions,
  type WantedRevisions,
} from './resolve-revisions.ts';
import { findWorkspace, repositoryOf } from './workspace.ts';

const valueSchema: z.ZodType<ResolvedRevisions> = z.object({
  root: z.string(),
  operation: z.string(),
  revisions: z.exactOptional(z.string()),
  from: z.exactOptional(z.string()),
  to: z.string(),
  isWorkingCopy: z.boolean(),
  description: z.string(),
  scope: scopeSchema,
  notRecorded: z.exactOptional(z.array(largeFileSchema)),
  unmerged: z.exactOptional(z.array(z.string())),
});

/** Jujutsu: revisions, and the working copy as one of them. */
export const jujutsu: Provider = {
  name: 'jj',
  marker: '.jj',
  detect: async ({ cwd, patch }) => {
    if (patch !== undefined) return false;
    const workspace = await findWorkspace(cwd, { stopsAtGit: true });
    // Without jj, a git work tree is still one.
    return workspace !== undefined && (!workspace.isColocated || hasJj());
  },
  resolve: async ({ cwd, range, scope, isPart = false }, context) => {
    const workspace = await findWorkspace(cwd, { stopsAtGit: false });
    if (workspace === undefined)
      throw new GalleyError(
        'not_a_repository',
        `${cwd} is not inside a Jujutsu workspace. Start the review in one, or give a patch file.`,
      );
    const wanted = scope === undefined ? parseRevisions(range) : { kind: scope };
    const { root } = workspace;
    const resolved = await resolveRevisions(root, wanted, context);
    const repository = await realpath(await repositoryOf(join(root, '.jj')));
    const change = { ...changeFor(wanted, resolved), repository };
    if (isPart || (range !== undefined && !dependsOnWorkingCopy(range))) return change;
    return { ...change, branch: await readStack({ ...resolved, context }) };
  },
  open: (value) => changeOf(parseWith(valueSchema, value, { what: 'The revisions' })),
};

/** Whether a revset names a working copy, and not only a bookmark of a remote (`main@origin`). */
const dependsOnWorkingCopy = (revset: string): boolean => /(?:^|[^\w"'])@/u.test(revset);

const resolve = async (
  root: string,
  wanted: WantedRevisions,
  context: TaskContext,
): Promise<ResolvedChange> => changeFor(wanted, await resolveRevisions(root, wanted, context));

const changeFor = (wanted: WantedRevisions, resolved: ResolvedRevisions): ResolvedChange => {
  const { root, description, scope } = resolved;
  const project = basename(root);
  return {
    value: { ...resolved },
    path: root,
    title: `${project}: ${description}`,
    project,
    key: `${root} ${wanted.kind === 'default' ? '' : scope.id}`,
    ...commitsOf(resolved),
    scope,
  };
};

/** Empty if the old side is several commits, merged. */
const commitsOf = ({
  from,
  to,
  isWorkingCopy,
  scope,
}: ResolvedRevisions): { readonly commits?: Commits } => {
  if (from === undefined) return {};
  const since = scope.kind === 'base' ? scope.name : undefined;
  return {
    commits: {
      base: from,
      head: isWorkingCopy ? 'worktree' : to,
      ...(since === undefined ? {} : { since }),
    },
  };
};

const changeOf = (range: ResolvedRevisions): Change => {
  const { root, scope } = range;
  return {
    description: range.description,
    scope,
    compare: (options) => compareRevisions(range, options),
    compareIgnoringSpace: async (options) =>
      diffRevisions(range, await readEntries(range, options.context), {
        ...options,
        hidesSpace: true,
      }),
    readSide: sideReader(range),
    readState: (_, context) => readState(range, context),
    refresh: (context) => resolve(root, parseScopeId(scope.id), context),
    repository: {
      scopes: (context) => listScopes(range, context),
      choose: (choice, context) => resolve(root, wantedBy(choice), context),
      commits: async (page, context) => {
        const { operation } = await recordWorkingCopy(root, context);
        return readChanges(page, { root, operation, context });
      },
      paths: (context) => readPaths(range, context),
      readFile: (wanted, context) => readFile(range, wanted, context),
      findWord: (wanted, context) => findWord(range, wanted, context),
    },
  };
};

const readState = async (
  { root, scope }: ResolvedRevisions,
  context: TaskContext,
): Promise<CurrentState> => {
  const now = await resolveRevisions(root, parseScopeId(scope.id), context);
  const entries = await readEntries(now, context);
  return {
    state: stateOf(now, entries),
    isEmpty: entries.length === 0 && now.notRecorded === undefined,
    parts: partsOf(now, entries),
  };
};

/** What can be compared in a workspace, in the order in which it is offered. */
const listScopes = async (
  range: ResolvedRevisions,
  context: TaskContext,
): Promise<ScopesAnswer> => {
  const { root, operation, scope: current } = range;
  const name = await findTrunk({ root, operation, context });
  const scopes: Scope[] = [
    ...(name === undefined ? [] : [{ id: 'base', kind: 'base', name } as const]),
    { id: 'uncommitted', kind: 'uncommitted' },
    { id: 'last', kind: 'last' },
  ];
  const isListed = scopes.some(({ id }) => id === current.id);
  return { current, ...commitsOf(range), scopes: isListed ? scopes : [current, ...scopes] };
};

const wantedBy = (choice: ScopeChoice): WantedRevisions => {
  if ('scope' in choice) return parseScopeId(choice.scope);
  if ('range' in choice) return parseRevisions(choice.range);
  const { first, last } = choice;
  return parseScopeId(`commits:${first}..${last}`);
};
