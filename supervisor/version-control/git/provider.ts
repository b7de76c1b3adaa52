import { basename } from 'node:path';
import * as z from 'zod';
import { parseWith } from '../../../shared/parse.ts';
import { scopeSchema, type Scope, type ScopeChoice } from '../../../shared/session/scope.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import type { Change, Provider, ResolvedChange } from '../provider.ts';
import { compareRange, diffRange } from './compare-range.ts';
import { readCommits } from './read-commits.ts';
import { readRangeState } from './range-state.ts';
import { sideReader } from './read-side.ts';
import {
  commitsOf,
  parseRange,
  parseScopeId,
  resolveRange,
  type ResolvedRange,
  type WantedRange,
} from './resolve-range.ts';
import { listScopes } from './list-scopes.ts';

const storedSchema = z.object({
  topLevel: z.string(),
  from: z.string(),
  to: z.string(),
  isFromIndex: z.exactOptional(z.literal(true)),
  description: z.string(),
  scope: scopeSchema.optional(),
});

/** What earlier releases stored has no scope. */
const valueSchema = storedSchema.transform(({ scope, ...range }): ResolvedRange => ({
  ...range,
  scope: scope ?? earlierScope(range),
}));

const earlierScope = ({ to, description }: Pick<ResolvedRange, 'to' | 'description'>): Scope => {
  if (to === 'worktree') return { id: 'uncommitted', kind: 'uncommitted' };
  const name = description.replace(/^commit /u, '');
  return { id: `range:${name}`, kind: name === description ? 'range' : 'commit', name };
};

/** Git: commits, the index, and the work tree with its uncommitted changes. */
export const git: Provider = {
  name: 'git',
  detect: ({ patch }) => patch === undefined,
  resolve: ({ cwd, range, scope }, context) =>
    resolve({ cwd, wanted: scope === undefined ? parseRange(range) : { kind: scope } }, context),
  open: (value) => changeOf(parseWith(valueSchema, value, { what: 'The range' })),
};

const resolve = async (
  { cwd, wanted }: { readonly cwd: string; readonly wanted: WantedRange },
  context: TaskContext,
): Promise<ResolvedChange> => {
  const resolved = await resolveRange({ cwd, wanted, context });
  const { topLevel, description, scope } = resolved;
  const project = basename(topLevel);
  return {
    value: { ...resolved },
    path: topLevel,
    title: `${project}: ${description}`,
    project,
    key: `${topLevel} ${keyOf(wanted)}`,
    commits: commitsOf(resolved),
    scope,
  };
};

/** Tells reviews of different parts of a repository apart. */
const keyOf = (wanted: WantedRange): string => {
  if (wanted.kind === 'default') return '';
  if ('text' in wanted) return wanted.text;
  return wanted.kind === 'commit' ? wanted.revision : wanted.kind;
};

const changeOf = (range: ResolvedRange): Change => {
  const { topLevel: cwd, scope } = range;
  return {
    description: range.description,
    scope,
    compare: (options) => compareRange(range, options),
    compareIgnoringSpace: (options) => diffRange(range, options, { hidesSpace: true }),
    readSide: sideReader(range),
    readState: (contents, context) => readRangeState(range, { contents }, context),
    refresh: (context) => resolve({ cwd, wanted: parseScopeId(scope.id) }, context),
    repository: {
      scopes: (context) => listScopes(range, context),
      choose: (choice, context) => resolve({ cwd, wanted: wantedBy(choice) }, context),
      commits: (query, context) => readCommits(cwd, query, context),
    },
  };
};

const wantedBy = (choice: ScopeChoice): WantedRange => {
  if ('scope' in choice) return parseScopeId(choice.scope);
  if ('range' in choice) return parseRange(choice.range);
  return { kind: 'commits', ...choice };
};
