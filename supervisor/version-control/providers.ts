import { GalleyError } from '../../shared/errors.ts';
import type { ProviderCapability } from '../../shared/session/capabilities.ts';
import type { TaskContext } from '../threads/task-context.ts';
import type { ChangeSource } from './change-source.ts';
import { folderOf } from './folder/provider.ts';
import { git } from './git/provider.ts';
import { jujutsu } from './jujutsu/provider.ts';
import { patchAmong } from './patch/provider.ts';
import { findPaths } from './project-files.ts';
import {
  capabilitiesOf,
  type Change,
  type ChangeRepository,
  type Provider,
  type ResolvedChange,
  type WantedChange,
} from './provider.ts';
import { repositoryAround } from './repository-around.ts';
import { changeBetween, loadParts } from './state-parts.ts';
import type { CommitsAnswer, CommitsQuery } from '../../shared/session/scope.ts';
import type { ChangeState } from '../../shared/supervisor/control-routes.ts';
import type {
  AskRepositoryRequest,
  AskRepositoryResult,
  ChangeStateRequest,
  RefreshChangeRequest,
  RefreshChangeResult,
  WorktreeStateRequest,
  WorktreeStateResult,
} from '../threads/change-requests.ts';

/** In order of precedence. Git is last because it takes any folder, and reports those that are not repositories. */
const repositories: readonly Provider[] = [jujutsu, git];
const providers: readonly Provider[] = [
  patchAmong(repositories),
  folderOf(repositories),
  ...repositories,
];

/** What to compare, with the source for `openChange`. */
type FoundChange = Omit<ResolvedChange, 'value' | 'path'> & {
  readonly source: ChangeSource;
  readonly capabilities: readonly ProviderCapability[];
};

/**
 * The files below a folder that its repository does not ignore, relative to it, or those of the given paths; undefined if
 * it is in none.
 */
export const listProjectFiles = async (
  folder: string,
  context: TaskContext,
  only?: readonly string[],
): Promise<readonly string[] | undefined> => {
  for (const { listFiles } of repositories) {
    const files = await listFiles?.(folder, context, only);
    if (files !== undefined) return files;
  }
  return undefined;
};

/** The folder of the repository that a folder is in, if any. */
export const repositoryFolder = (folder: string): Promise<string | undefined> =>
  repositoryAround(
    folder,
    repositories.flatMap(({ marker }) => marker ?? []),
  );

/** Resolves what to compare. @throws GalleyError as the provider does */
export const findChange = async (
  wanted: WantedChange,
  context: TaskContext,
): Promise<FoundChange> => {
  const { name, resolve } = await providerOf(wanted);
  return found(name, await resolve(wanted, context));
};

const providerOf = async (wanted: WantedChange): Promise<Provider> => {
  const { cwd, vcs, patch: given } = wanted;
  if (vcs !== undefined && given === undefined) {
    const named = repositories.find(({ name }) => name === vcs);
    if (named !== undefined) return named;
    const names = repositories.map(({ name }) => name).join(' or ');
    throw new GalleyError('usage', `Galley does not know ${vcs}. The version control is ${names}.`);
  }
  for (const provider of providers) if (await provider.detect(wanted)) return provider;
  throw new GalleyError('not_a_repository', `Nothing in ${cwd} can be compared.`);
};

/** @throws GalleyError if the provider or its value is from another release */
export const openChange = ({ provider, value }: ChangeSource): Change => {
  const known = providers.find(({ name }) => name === provider);
  if (known === undefined)
    throw new GalleyError(
      'not_found',
      `This change comes from ${provider}, which this release of Galley does not know.`,
    );
  return known.open(value);
};

/**
 * Resolves the change again, or something else of its repository.
 * @throws GalleyError `not_found` if there is no other, or as the provider does
 */
export const refreshChange = async (
  { source, choice }: Pick<RefreshChangeRequest, 'source' | 'choice'>,
  context: TaskContext,
): Promise<RefreshChangeResult> => {
  const { refresh } = openChange(source);
  const resolve = () => {
    if (choice !== undefined) {
      const of = 'repository' in choice ? choice : {};
      return inside(repositoryOf(source), of).choose(choice, context);
    }
    if (refresh === undefined) throw neverChanges();
    return refresh(context);
  };
  const { source: now, commits } = found(source.provider, await resolve());
  return { source: now, ...(commits === undefined ? {} : { commits }) };
};

/** @throws GalleyError `not_found` if there is no repository, or as the provider does */
export const askRepository = async (
  { source, question }: AskRepositoryRequest,
  context: TaskContext,
): Promise<AskRepositoryResult> => {
  const repository = repositoryOf(source);
  switch (question.about) {
    case 'scopes':
      return inside(repository, question.query).scopes(context);
    case 'commits':
      return pageOfCommits(inside(repository, question.query), question.query, context);
    case 'files':
      return findPaths(await repository.paths(context), question.query);
    case 'definition': {
      const { findDefinitions } = await import('../threads/navigation/find-definitions.ts');
      const { readFile } = repository;
      return findDefinitions({ findWord: wordFinder(source), readFile }, question.query, context);
    }
    case 'symbols': {
      const { findSymbols } = await import('../threads/navigation/find-symbols.ts');
      return findSymbols(wordFinder(source), question.query, context);
    }
  }
};

/** All that is behind a change, or one of several repositories. */
const inside = (
  all: ChangeRepository,
  { repository }: { readonly repository?: string },
): Pick<ChangeRepository, 'scopes' | 'choose' | 'commits'> => {
  if (repository === undefined) return all;
  if (all.only === undefined)
    throw new GalleyError('not_found', 'What is reviewed is no folder of several repositories.');
  return all.only(repository);
};

const commitsAtOnce = 50;

const pageOfCommits = async (
  { commits: read }: Pick<ChangeRepository, 'commits'>,
  { after = '0', repository: _, ...query }: CommitsQuery,
  context: TaskContext,
): Promise<CommitsAnswer> => {
  const skip = Number(after);
  // One more than is shown tells whether there is another page.
  const commits = await read({ ...query, skip, limit: commitsAtOnce + 1 }, context);
  return {
    commits: commits
      .slice(0, commitsAtOnce)
      .map((commit) => ({ ...commit, body: shortened(commit.body) })),
    ...(commits.length > commitsAtOnce ? { next: String(skip + commitsAtOnce) } : {}),
  };
};

const maxBodyLength = 4000;

/** Messages can be of any size. */
const shortened = (text: string): string =>
  text.length <= maxBodyLength ? text : `${text.slice(0, maxBodyLength)} …`;

/** @throws GalleyError `not_found` if there is no repository */
export const repositoryOf = (source: ChangeSource): ChangeRepository => {
  const { repository } = openChange(source);
  if (repository === undefined)
    throw new GalleyError('not_found', 'There is no repository behind this change.');
  return repository;
};

/** @throws GalleyError `not_found` if its files cannot be searched */
export const wordFinder = (source: ChangeSource): NonNullable<ChangeRepository['findWord']> => {
  const { findWord } = repositoryOf(source);
  if (findWord === undefined)
    throw new GalleyError('not_found', 'The files of this change cannot be searched.');
  return findWord;
};

const neverChanges = (): GalleyError =>
  new GalleyError('not_found', 'This comparison never changes.');

const found = (provider: string, { value, path, ...rest }: ResolvedChange): FoundChange => {
  const source = { kind: 'change', provider, value, path } as const;
  return { source, capabilities: capabilitiesOf(openChange(source)), ...rest };
};

/**
 * Fingerprints what a review would show, without opening one.
 * @throws GalleyError as the provider does
 */
export const readChangeState = async (
  wanted: ChangeStateRequest,
  context: TaskContext,
): Promise<ChangeState> => {
  const { readState } = openChange((await findChange(wanted, context)).source);
  if (readState === undefined) throw neverChanges();
  const { state, isEmpty } = await readState(undefined, context);
  return { state, isEmpty };
};

/**
 * Fingerprints the current state of what is reviewed, and tells what differs from when it was read.
 * @throws GalleyError `not_found` if it can never change, or as the provider does
 */
export const readWorktreeState = async (
  { source, contents, made }: WorktreeStateRequest,
  context: TaskContext,
): Promise<WorktreeStateResult> => {
  const { readState, refresh } = openChange(source);
  if (readState === undefined || refresh === undefined) throw neverChanges();
  const { state, parts } = await readState(contents, context);
  const before = made === undefined ? undefined : await loadParts(made);
  const changed = before && parts && changeBetween(before, parts);
  return { state, ...(changed === undefined ? {} : { changed }) };
};
