import { realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { GalleyError } from '../../../shared/errors.ts';
import { pathText } from '../../../shared/node/path-name.ts';
import { parseWith } from '../../../shared/parse.ts';
import { namedScopeSchema, type NamedScope } from '../../../shared/session/scope.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import type { Provider, ResolvedChange } from '../provider.ts';
import { changeBelow, type Comparing, type Part } from './change-below.ts';
import {
  findRepositories,
  isInRepository,
  maxDepth,
  maxRepositories,
  type FoundRepositories,
} from './find-repositories.ts';

const valueSchema = z.object({
  root: z.string(),
  scope: namedScopeSchema,
  description: z.string(),
  parts: z.array(z.object({ folder: z.string(), provider: z.string(), value: z.json() })),
  notCompared: z.array(z.string()),
});
type Value = z.infer<typeof valueSchema>;

/** A folder that is no repository itself but holds some: the changes of all of them. */
export const folderOf = (repositories: readonly Provider[]): Provider => {
  const markers = repositories.flatMap(({ marker }) => marker ?? []);
  const find = (root: string) => findRepositories(root, markers);
  const resolve = async (root: string, scope: NamedScope, context: TaskContext) => {
    const found = await find(root);
    refuseTooMany(root, found);
    return resolveAll({ root, scope, found, repositories }, context);
  };
  return {
    name: 'folder',
    detect: async ({ cwd, patch }) => {
      const root = patch === undefined ? await realpath(cwd).catch(() => undefined) : undefined;
      if (root === undefined || (await isInRepository(root, markers))) return false;
      return (await find(root)).names.length > 0;
    },
    resolve: async ({ cwd, range, scope = 'uncommitted' }, context) => {
      const root = await realpath(cwd);
      if (range !== undefined) throw noRange(root, range, await find(root));
      return resolve(root, scope, context);
    },
    open: (stored) => {
      const value = parseWith(valueSchema, stored, { what: 'The folder' });
      const { root, scope, parts } = value;
      const opened = parts.map(({ folder, provider, value: own }): Part => {
        const known = repositories.find(({ name }) => name === provider);
        if (known === undefined)
          throw new GalleyError('not_found', `${folder} comes from ${provider}, which is unknown.`);
        return { folder, change: known.open(own) };
      });
      const comparing: Comparing = {
        ...value,
        parts: opened,
        find: async () => (await find(root)).names.map(nameOf),
      };
      return {
        ...changeBelow(comparing),
        scope: { id: scope, kind: scope },
        refresh: (context) => resolve(root, scope, context),
      };
    },
  };
};

interface Wanted {
  readonly root: string;
  readonly scope: NamedScope;
  readonly found: FoundRepositories;
  readonly repositories: readonly Provider[];
}

const resolveAll = async (
  { root, scope, found, repositories }: Wanted,
  context: TaskContext,
): Promise<ResolvedChange> => {
  const parts: Value['parts'] = [];
  const failed = new Map<string, unknown>();
  for (const name of found.names) {
    const folder = nameOf(name);
    try {
      const cwd = join(root, name);
      const { provider, resolved } = await resolveOne({ cwd, scope }, repositories, context);
      parts.push({ folder, provider, value: resolved.value });
    } catch (error) {
      context.signal.throwIfAborted();
      // What is asked for does not exist everywhere.
      if (!(error instanceof GalleyError) || error.code === 'unknown_revision')
        throw inFolder(folder, error);
      failed.set(folder, error);
    }
  }
  const [first] = failed;
  if (parts.length === 0 && first !== undefined) throw inFolder(...first);
  const description = `${words[scope]} in ${listed(parts.map(({ folder }) => folder))}`;
  const project = basename(root) || root;
  const value: Value = { root, scope, description, parts, notCompared: [...failed.keys()] };
  return {
    value,
    path: root,
    title: `${project}: ${description}`,
    project,
    key: `${root} ${scope}`,
    scope: { id: scope, kind: scope },
  };
};

const resolveOne = async (
  wanted: { readonly cwd: string; readonly scope: NamedScope },
  repositories: readonly Provider[],
  context: TaskContext,
) => {
  for (const provider of repositories) {
    if (!(await provider.detect(wanted))) continue;
    const resolved = await provider.resolve(wanted, context);
    // Its configuration can name a work tree anywhere.
    if (resolved.path !== wanted.cwd)
      throw new GalleyError(
        'not_a_repository',
        `The files of this repository are elsewhere, in ${resolved.path}. Start the review there.`,
      );
    return { provider: provider.name, resolved };
  }
  throw new GalleyError('not_a_repository', `Nothing in ${wanted.cwd} can be compared.`);
};

const words: Readonly<Record<NamedScope, string>> = {
  base: 'changes since the default branch',
  uncommitted: 'uncommitted changes',
  staged: 'staged changes',
  unstaged: 'unstaged changes',
  last: 'last commits',
};

const nameOf = (name: string): string => pathText(Buffer.from(name));

const maxNamed = 3;

/** `a, b and c`, or `a, b, c and 4 more`. */
const listed = (names: readonly string[]): string => {
  const isLong = names.length > maxNamed + 1;
  const shown = isLong ? [...names.slice(0, maxNamed), `${names.length - maxNamed} more`] : names;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
};

const inFolder = (folder: string, cause: unknown): unknown =>
  cause instanceof GalleyError
    ? new GalleyError(cause.code, `${folder}: ${cause.message}`, { cause })
    : cause;

const refuseTooMany = (root: string, { isCutOff }: FoundRepositories): void => {
  if (isCutOff)
    throw new GalleyError(
      'content_too_large',
      `${root} is no repository, and there are too many folders below it to review all repositories among them: at most ${maxRepositories} are, down to ${maxDepth} folders deep. Start the review in a repository, or in a smaller folder.`,
    );
};

const noRange = (root: string, range: string, { names }: FoundRepositories): GalleyError =>
  new GalleyError(
    'unknown_revision',
    `${root} is no repository but holds ${listed(names)}, so there is no ${JSON.stringify(range)}. Start the review in one of them, or without a revision to see all uncommitted changes.`,
  );
