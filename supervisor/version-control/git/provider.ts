import { basename } from 'node:path';
import * as z from 'zod';
import { parseWith } from '../../../shared/parse.ts';
import type { StagingAction } from '../../../shared/session/staging-action.ts';
import { scopeSchema, type Scope, type ScopeChoice } from '../../../shared/session/scope.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import type { Change, Provider, ResolvedChange } from '../provider.ts';
import { compareRange, diffRange } from './compare-range.ts';
import { readCommits } from './read-commits.ts';
import { findWord } from './find-word.ts';
import { listFolder, readFile, readPaths } from './read-files.ts';
import { readRangeState } from './range-state.ts';
import { sideReader, sidesReader } from './read-side.ts';
import { readBranch } from './repository-facts.ts';
import {
  commitsOf,
  findRange,
  parseRange,
  parseScopeId,
  type ResolvedRange,
  type WantedRange,
} from './resolve-range.ts';
import { applySuggestions } from './staging/apply-suggestions.ts';
import { listChanges, makeChange, undoChange } from './staging/kept-changes.ts';
import { stepsToStage } from './staging/stage-change.ts';
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
  marker: '.git',
  detect: ({ patch }) => patch === undefined,
  resolve: async ({ cwd, range, scope, isPart = false }, context) => {
    const wanted = scope === undefined ? parseRange(range) : { kind: scope };
    const isOfBranch = !isPart && (range === undefined || dependsOnHead(range));
    const { change, repository, branch: known } = await find({ cwd, wanted }, context);
    if (!isOfBranch) return { ...change, repository };
    return { ...change, repository, branch: known ?? (await readBranch({ cwd, context })) };
  },
  listFiles: listFolder,
  open: (value) => changeOf(parseWith(valueSchema, value, { what: 'The range' })),
};

interface Wanted {
  readonly cwd: string;
  readonly wanted: WantedRange;
}

const resolve = async (wanted: Wanted, context: TaskContext): Promise<ResolvedChange> =>
  (await find(wanted, context)).change;

const find = async ({ cwd, wanted }: Wanted, context: TaskContext) => {
  const { range, commonFolder, branch } = await findRange({ cwd, wanted, context });
  const { topLevel, description, scope } = range;
  const project = basename(topLevel);
  const change: ResolvedChange = {
    value: { ...range },
    path: topLevel,
    title: `${project}: ${description}`,
    project,
    key: `${topLevel} ${keyOf(wanted)}`,
    commits: commitsOf(range),
    scope,
  };
  return { change, repository: commonFolder, branch };
};

/** Whether a range means something else on another branch. */
const dependsOnHead = (range: string): boolean =>
  range.split(/\.{2,3}/u).some((end) => /^(?:$|(?:HEAD|@)(?:$|[~^@{]))/u.test(end));

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
    readSides: sidesReader(range),
    readState: (contents, context) => readRangeState(range, { contents }, context),
    refresh: (context) => resolve({ cwd, wanted: parseScopeId(scope.id) }, context),
    writer: {
      actions: actionsIn(range),
      stage: async (wanted, folder, context) => {
        const repository = { topLevel: cwd, context };
        const { action, file, lines } = wanted;
        const steps = await stepsToStage({ range, ...wanted }, repository);
        const made = {
          action,
          path: file.path,
          ...(lines === undefined ? {} : { lines: [...lines] }),
        };
        return makeChange({ folder, repository }, made, steps);
      },
      apply: (wanted, folder, context) =>
        applySuggestions(wanted, { folder, range, repository: { topLevel: cwd, context } }),
      undo: (id, folder, context) =>
        undoChange({ folder, repository: { topLevel: cwd, context } }, id),
      list: (folder) => listChanges(folder, cwd),
    },
    repository: {
      scopes: (context) => listScopes(range, context),
      choose: (choice, context) => resolve({ cwd, wanted: wantedBy(choice) }, context),
      commits: (page, context) => readCommits(cwd, page, context),
      paths: (context) => readPaths(range, context),
      readFile: (wanted, context) => readFile(range, wanted, context),
      findWord: (wanted, context) => findWord(range, wanted, context),
    },
  };
};

/** What can be done exactly with what is compared. */
const actionsIn = ({ to, isFromIndex }: ResolvedRange): readonly StagingAction[] => {
  if (to === 'worktree')
    return isFromIndex === true ? ['stage', 'discard'] : ['stage', 'unstage', 'discard'];
  return to === 'index' ? ['unstage'] : [];
};

const wantedBy = (choice: ScopeChoice): WantedRange => {
  if ('scope' in choice) return parseScopeId(choice.scope);
  if ('range' in choice) return parseRange(choice.range);
  return { kind: 'commits', ...choice };
};
