import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import * as z from 'zod';
import { GalleyError } from '../../../shared/errors.ts';
import { pathText } from '../../../shared/node/path-name.ts';
import { parseWith } from '../../../shared/parse.ts';
import { commitsSchema } from '../../../shared/session/reviewed.ts';
import { namedScopeSchema, scopeSchema, type Scope } from '../../../shared/session/scope.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import type { Change, Provider, ResolvedChange } from '../provider.ts';
import { changeBelow } from './change-below.ts';
import {
  findRepositories,
  maxDepth,
  maxRepositories,
  type FoundRepositories,
} from './find-repositories.ts';
import { repositoryAround } from '../repository-around.ts';
import { parseFolderScope, type FolderScope } from './folder-scope.ts';
import type { Part } from './parts.ts';
import { repositoryBelow } from './repository-below.ts';
import { listed, resolveDefault, resolveFolder, type ResolvedFolder } from './resolve-folder.ts';
import { writerBelow } from './writer-below.ts';

const leftOut = z.exactOptional(z.literal(true));

/** Earlier releases stored the name of a scope, and folders for what was not compared. */
const valueSchema = z.object({
  root: z.string(),
  scope: z.union([scopeSchema, namedScopeSchema.transform((kind): Scope => ({ id: kind, kind }))]),
  description: z.string(),
  commits: z.exactOptional(commitsSchema),
  parts: z.array(
    z.object({
      folder: z.string(),
      provider: z.string(),
      value: z.json(),
      isLeftOut: leftOut,
    }),
  ),
  notCompared: z.array(
    z.union([
      z.object({
        folder: z.string(),
        problem: z.exactOptional(z.string()),
        isLeftOut: leftOut,
      }),
      z.string().transform((folder) => ({ folder })),
    ]),
  ),
});
type Value = z.output<typeof valueSchema>;

/** A folder that is no repository itself but holds some: the changes of all of them. */
export const folderOf = (providers: readonly Provider[]): Provider => {
  const markers = providers.flatMap(({ marker }) => marker ?? []);
  const find = (root: string) => findRepositories(root, markers);
  const requestIn = async (root: string, context: TaskContext) => {
    const found = await find(root);
    refuseTooMany(root, found);
    return { root, names: found.names, providers, context };
  };
  return {
    name: 'folder',
    detect: async ({ cwd, patch }) => {
      const root = patch === undefined ? await realpath(cwd).catch(() => undefined) : undefined;
      if (root === undefined || (await repositoryAround(root, markers)) !== undefined) return false;
      return (await find(root)).names.length > 0;
    },
    resolve: async ({ cwd, range, scope: kind }, context) => {
      const root = await realpath(cwd);
      if (range !== undefined) throw noRange(root, range, await find(root));
      const request = await requestIn(root, context);
      return kind === undefined
        ? changeIn(root, await resolveDefault(request), '')
        : changeIn(root, await resolveFolder({ of: 'all', kind }, request), kind);
    },
    open: (stored): Change => {
      const value = parseWith(valueSchema, stored, { what: 'The folder' });
      const { root, scope, description, commits, notCompared } = value;
      const parts = value.parts.map((part) => openPart(part, providers));
      const writer = writerBelow(parts);
      const resolve = async (wanted: FolderScope, context: TaskContext) => {
        const resolved = await resolveFolder(wanted, await requestIn(root, context));
        return changeIn(root, resolved, resolved.scope.id);
      };
      return {
        description,
        scope,
        ...changeBelow({
          parts,
          notCompared,
          find: async () => (await find(root)).names.map(nameOf),
        }),
        repository: repositoryBelow({ scope, commits, parts, resolve }),
        refresh: (context) => resolve(parseFolderScope(scope.id), context),
        ...(writer === undefined ? {} : { writer }),
      };
    },
  };
};

const openPart = (
  { folder, provider, value, isLeftOut }: Value['parts'][number],
  providers: readonly Provider[],
): Part => {
  const known = providers.find(({ name }) => name === provider);
  if (known === undefined)
    throw new GalleyError('not_found', `${folder} comes from ${provider}, which is unknown.`);
  return { folder, change: known.open(value), isCompared: isLeftOut !== true };
};

/** @param part tells reviews of different parts of the folder apart */
const changeIn = (
  root: string,
  { parts, notCompared, commits, ...resolved }: ResolvedFolder,
  part: string,
): ResolvedChange => {
  const project = basename(root) || root;
  const { scope, description } = resolved;
  const value: Value = {
    root,
    ...resolved,
    ...(commits === undefined ? {} : { commits }),
    parts: parts.map(({ provider, resolved: own, ...rest }) => ({
      ...rest,
      provider: provider.name,
      value: own.value,
    })),
    notCompared: [...notCompared],
  };
  return {
    value,
    path: root,
    title: `${project}: ${description}`,
    project,
    key: `${root} ${part}`,
    repository: root,
    repositories: parts.flatMap(({ folder, resolved: { repository } }) =>
      repository === undefined ? [] : [{ folder, repository }],
    ),
    ...(commits === undefined ? {} : { commits }),
    scope,
  };
};

const nameOf = (name: string): string => pathText(Buffer.from(name));

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
    `${root} is no repository but holds ${listed(names)}, so there is no ${JSON.stringify(range)}. Start the review in one of them, or without a revision to see the changes of all.`,
  );
