import type { Scope, ScopesAnswer } from '../../../shared/session/scope.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import { baseRevisions, findBase, readBranch, resolveRevisions } from './repository-facts.ts';
import { commitsOf, type ResolvedRange } from './resolve-range.ts';

const always = ['uncommitted', 'staged', 'unstaged', 'last'] as const;

/**
 * What can be compared in the repository of a range, in the order in which it is offered.
 * @throws GalleyError as runGit does
 */
export const listScopes = async (
  range: ResolvedRange,
  context: TaskContext,
): Promise<ScopesAnswer> => {
  const { topLevel: cwd, scope: current } = range;
  const at = { cwd, context };
  const [ids, branch] = await Promise.all([resolveRevisions(at, baseRevisions), readBranch(at)]);
  const base = await findBase(at, { ids, branch });
  const scopes: Scope[] = [
    ...(base === undefined ? [] : [{ id: 'base', kind: 'base', name: base.name } as const]),
    ...always.map((kind) => ({ id: kind, kind })),
  ];
  const isListed = scopes.some(({ id }) => id === current.id);
  const listed = isListed ? scopes : [current, ...scopes];
  return { current, commits: commitsOf(range), scopes: listed };
};
