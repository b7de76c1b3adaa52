import { GalleyError } from '../../../shared/errors.ts';
import type { Commits } from '../../../shared/session/reviewed.ts';
import { namedScopes, type Scope } from '../../../shared/session/scope.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import type { ChangeRepository, ResolvedChange } from '../provider.ts';
import { parseFolderScope, scopeBelow, type FolderScope } from './folder-scope.ts';
import { findWordBelow } from './find-word-below.ts';
import { below, partAt, withEach, type Part, type RepositoryPart } from './parts.ts';

/** What is compared in the folder, and how to compare something else. */
interface Folder {
  readonly scope: Scope;
  readonly commits: Commits | undefined;
  readonly parts: readonly Part[];
  readonly resolve: (wanted: FolderScope, context: TaskContext) => Promise<ResolvedChange>;
}

/** The repositories of a folder: their files and words as of one, their commits one by one. */
export const repositoryBelow = (folder: Folder): ChangeRepository => {
  const { scope: current, commits, resolve } = folder;
  const parts = folder.parts.flatMap((part): RepositoryPart[] => {
    const { repository } = part.change;
    return repository === undefined ? [] : [{ ...part, repository }];
  });
  const compared = { current, ...(commits === undefined ? {} : { commits }) };
  const repositories = parts.map((part) => part.folder);
  const findWord = findWordBelow(parts);
  return {
    only: (name) => {
      const part = parts.find((one) => one.folder === name);
      if (part === undefined) throw noRepository(name, repositories);
      return {
        scopes: async (context) => {
          const { scopes } = await part.repository.scopes(context);
          const own = scopes.map((scope) => scopeBelow(name, scope));
          return { ...compared, scopes: own, repositories };
        },
        choose: (choice, context) => resolve({ of: 'one', folder: name, choice }, context),
        commits: (page, context) => part.repository.commits(page, context),
      };
    },
    scopes: async (context) => ({
      ...compared,
      scopes: await scopesOfAll(parts, context),
      repositories,
    }),
    choose: (choice, context) => {
      if (!('scope' in choice)) throw whichOne(repositories);
      return resolve(parseFolderScope(choice.scope), context);
    },
    commits: () => Promise.reject(whichOne(repositories)),
    paths: async (context) => {
      const paths = await withEach(parts, async ({ folder: name, repository }) =>
        (await repository.paths(context)).map((path) => below(name, path)),
      );
      return paths.flat();
    },
    readFile: async (wanted, context) => {
      const found = partAt(parts, wanted.path);
      if (found === undefined)
        throw new GalleyError('not_found', `${wanted.path} is in none of the repositories.`);
      return found.part.repository.readFile({ ...wanted, path: found.path }, context);
    },
    ...(findWord === undefined ? {} : { findWord }),
  };
};

/** What is known in some repository, and has a meaning in all; the base only if it is known in all. */
const scopesOfAll = async (
  parts: readonly RepositoryPart[],
  context: TaskContext,
): Promise<Scope[]> => {
  const known = await withEach(parts, ({ repository }) =>
    repository.scopes(context).catch((error: unknown) => {
      context.signal.throwIfAborted();
      if (!(error instanceof GalleyError)) throw error;
      return undefined;
    }),
  );
  const offered = known.map((one) => one?.scopes ?? []);
  return namedScopes.flatMap((kind) => {
    const found = offered.flatMap((scopes) => scopes.find(({ id }) => id === kind) ?? []);
    if (found.length === 0 || (kind === 'base' && found.length < parts.length)) return [];
    return [{ id: kind, kind, ...sameName(found) }];
  });
};

/** The name that all have. */
export const sameName = (scopes: readonly Scope[]): Pick<Scope, 'name'> => {
  const [name, ...others] = new Set(scopes.map((scope) => scope.name));
  return name === undefined || others.length > 0 ? {} : { name };
};

const noRepository = (name: string, all: readonly string[]): GalleyError =>
  new GalleyError(
    'not_found',
    `There is no repository ${name} in what is reviewed. There is ${all.join(', ')}.`,
  );

const whichOne = (all: readonly string[]): GalleyError =>
  new GalleyError(
    'bad_request',
    `Commits belong to one of several repositories. Say which: ${all.join(', ')}.`,
  );
