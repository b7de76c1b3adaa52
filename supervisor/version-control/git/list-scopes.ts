import type { Scope, ScopesAnswer } from '../../../shared/session/scope.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import { findBase } from './repository-facts.ts';
import type { ResolvedRange } from './resolve-range.ts';

const always = ['uncommitted', 'staged', 'unstaged', 'last'] as const;

/**
 * What can be compared in the repository of a range, in the order in which it is offered.
 * @throws GalleyError as runGit does
 */
export const listScopes = async (
  { topLevel: cwd, scope: current }: ResolvedRange,
  context: TaskContext,
): Promise<ScopesAnswer> => {
  const base = await findBase({ cwd, context });
  const scopes: Scope[] = [
    ...(base === undefined ? [] : [{ id: 'base', kind: 'base', name: base.name } as const]),
    ...always.map((kind) => ({ id: kind, kind })),
  ];
  const isListed = scopes.some(({ id }) => id === current.id);
  return { current, scopes: isListed ? scopes : [current, ...scopes] };
};
