import { basename } from 'node:path';
import * as z from 'zod';
import { GalleyError } from '../../../shared/errors.ts';
import { parseWith } from '../../../shared/parse.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import type { Change, Provider, ResolvedChange, WantedChange } from '../provider.ts';
import { compareRange, diffRange } from './compare-range.ts';
import { resolveRange, type ResolvedRange } from './resolve-range.ts';
import { runGit } from './run-git.ts';
import { readWorktreeFile } from './worktree/worktree-file.ts';
import { readWorktree } from './worktree/worktree-state.ts';

const valueSchema = z.object({
  topLevel: z.string(),
  from: z.string(),
  to: z.string(),
  description: z.string(),
}) satisfies z.ZodType<ResolvedRange>;

/** Git: commits, and the work tree with its uncommitted changes. */
export const git: Provider = {
  name: 'git',
  detect: ({ patch }) => patch === undefined,
  resolve: (wanted, context) => resolve(wanted, context),
  open: (value) => changeOf(parseWith(valueSchema, value, { what: 'The range' })),
};

const resolve = async (
  { cwd, range }: Pick<WantedChange, 'cwd' | 'range'>,
  scope: TaskContext,
): Promise<ResolvedChange> => {
  const resolved = await resolveRange({ cwd, scope, ...(range === undefined ? {} : { range }) });
  const { topLevel, from, to, description } = resolved;
  const project = basename(topLevel);
  return {
    value: { ...resolved },
    path: topLevel,
    title: `${project}: ${description}`,
    project,
    key: `${topLevel} ${range ?? ''}`,
    commits: { base: from, head: to },
  };
};

const changeOf = (range: ResolvedRange): Change => {
  const { topLevel, from, to, description } = range;
  const isWorktree = to === 'worktree';
  return {
    description,
    compare: (options) => compareRange(range, options),
    compareIgnoringSpace: (options) => diffRange(range, options, { hidesSpace: true }),
    readSide: sidesOf(range),
    readState: async (contents, context) => {
      if (!isWorktree) return { state: `${from} ${to}`, isEmpty: from === to };
      const { state, changedFiles } = await readWorktree({ topLevel, contents }, context);
      return { state, isEmpty: changedFiles === 0 };
    },
    // Compares with whatever commit is checked out by then.
    ...(isWorktree ? { refresh: (context) => resolve({ cwd: topLevel }, context) } : {}),
  };
};

/** Reads an object of the repository, or a file of the work tree if it is still as compared. */
const sidesOf =
  (range: ResolvedRange): NonNullable<Change['readSide']> =>
  async ({ file, side, maxBytes }, take, scope) => {
    const blob = side === 'old' ? file.oldBlob : file.newBlob;
    if (blob === undefined || file.kind === 'submodule')
      throw new GalleyError('not_found', 'This file has no content on this side.');
    if (side === 'new' && range.to === 'worktree')
      await take(await readWorktreeFile({ range, file, blob, maxBytes }, scope));
    else
      await runGit({
        cwd: range.topLevel,
        args: ['cat-file', 'blob', blob],
        scope,
        onOutput: take,
      });
  };
