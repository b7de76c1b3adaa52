import type { RepositoryNote } from '../../../shared/placement/repository-note.ts';
import { resolveRevisions } from './repository-facts.ts';
import { parseScopeId, type ResolvedRange } from './resolve-range.ts';
import type { GitContext } from './run-git.ts';

const prefixes = ['refs/tags/', 'refs/heads/', 'refs/remotes/'] as const;

/** Says which is compared of several branches and tags of one name: by default git takes the tag, the base is a branch. */
export const sameNames = async (
  { topLevel, scope }: Pick<ResolvedRange, 'topLevel' | 'scope'>,
  context: GitContext,
): Promise<RepositoryNote[]> => {
  const isBase = scope.kind === 'base';
  const names = isBase ? [scope.name ?? ''] : typedNames(scope.id);
  if (names.length === 0) return [];
  const full = names.map((name) => prefixes.map((prefix) => `${prefix}${name}`));
  const ids = await resolveRevisions(
    { cwd: topLevel, context },
    [...names, ...full.flat()].map((name) => `${name}^{commit}`),
  );
  return names.flatMap((name, index): RepositoryNote[] => {
    const found = (full[index] ?? []).flatMap((ref, place) => {
      const id = ids[names.length + index * prefixes.length + place];
      return id === undefined ? [] : [{ ref, id }];
    });
    const base = `${name.startsWith('origin/') ? 'refs/remotes/' : 'refs/heads/'}${name}`;
    const taken = isBase ? found.find(({ ref }) => ref === base)?.id : ids[index];
    if (taken === undefined || found.every(({ id }) => id === taken)) return [];
    const compared = found.filter(({ id }) => id === taken);
    const items = [
      ...(compared.length === 0 ? [taken.slice(0, digits)] : compared.map(inWords)),
      ...found.filter(({ id }) => id !== taken).map(inWords),
    ];
    return [{ kind: 'same-name', name, items }];
  });
};

const digits = 10;

const inWords = ({ ref, id }: { readonly ref: string; readonly id: string }): string =>
  `${ref} ${id.slice(0, digits)}`;

/** What may be names of branches and tags in what was typed, without what leads on from them (`main~2`, `main@{1}`). */
const typedNames = (scopeId: string): string[] => {
  const wanted = parseScopeId(scopeId);
  const typed =
    wanted.kind === 'commit'
      ? [wanted.revision]
      : wanted.kind === 'range' || wanted.kind === 'since-fork'
        ? [wanted.from, wanted.to]
        : [];
  const names = typed.flatMap((revision) => revision.split(/[\s~^:\\?*[]|@\{/u, 1));
  return [...new Set(names)].filter((name) => name !== '');
};
