import { join } from 'node:path';
import { GalleyError } from '../../../shared/errors.ts';
import { pathText } from '../../../shared/node/path-name.ts';
import type { Commits } from '../../../shared/session/reviewed.ts';
import type { NamedScope, Scope } from '../../../shared/session/scope.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import type { Provider, ResolvedChange } from '../provider.ts';
import type { NotCompared } from './compare-parts.ts';
import { scopeBelow, type FolderScope } from './folder-scope.ts';
import { inFolder, withEach } from './parts.ts';
import { sameName } from './repository-below.ts';

/** What is compared in a folder. */
export interface ResolvedFolder {
  readonly scope: Scope;
  readonly description: string;
  /** If it is of one repository. */
  readonly commits?: Commits;
  readonly parts: readonly ResolvedPart[];
  readonly notCompared: readonly NotCompared[];
}

/** A repository of the folder. */
export interface ResolvedPart {
  readonly folder: string;
  readonly provider: Provider;
  readonly resolved: ResolvedChange;
  /** Set if its change is not shown; its files can be opened and searched, as they are. */
  readonly isLeftOut?: true;
}

export interface FolderRequest {
  /** Absolute path. */
  readonly root: string;
  /** The repositories' folders, relative to the root. */
  readonly names: readonly string[];
  readonly providers: readonly Provider[];
  readonly context: TaskContext;
}

/**
 * Resolves what to compare in the repositories of a folder.
 * @throws GalleyError of the first repository if none can be compared, or `unknown_revision`
 */
export const resolveFolder = (
  wanted: FolderScope,
  request: FolderRequest,
): Promise<ResolvedFolder> =>
  wanted.of === 'all' ? resolveAll(wanted.kind, request) : resolveOne(wanted, request);

/** Everything since the base if every repository has one, else what is not committed. */
export const resolveDefault = async (request: FolderRequest): Promise<ResolvedFolder> => {
  try {
    return await resolveAll('base', request);
  } catch (error) {
    if (!(error instanceof GalleyError) || error.code !== 'unknown_revision') throw error;
    return resolveAll('uncommitted', request);
  }
};

const resolveAll = async (kind: NamedScope, request: FolderRequest): Promise<ResolvedFolder> => {
  const { parts, notCompared } = await resolveParts(kind, request);
  const compared = parts.filter(({ isLeftOut }) => isLeftOut === undefined);
  const own = compared.flatMap(({ resolved }) => resolved.scope ?? []);
  const scope: Scope = { id: kind, kind, ...sameName(own) };
  const what = scope.name === undefined ? words[kind] : `changes since ${scope.name}`;
  const folders = listed(compared.map(({ folder }) => folder));
  return { scope, description: `${what} in ${folders}`, parts, notCompared };
};

/** Something else in one repository; what it is, is asked of that. */
const resolveOne = async (
  { folder, choice }: Extract<FolderScope, { readonly of: 'one' }>,
  request: FolderRequest,
): Promise<ResolvedFolder> => {
  const { parts, notCompared } = await resolveParts('uncommitted', request);
  const part = parts.find((one) => one.folder === folder);
  const { repository } = part?.provider.open(part.resolved.value) ?? {};
  if (part === undefined || repository === undefined)
    throw new GalleyError('not_found', `There is no repository ${folder} that can be compared.`);
  try {
    const resolved = await repository.choose(choice, request.context);
    const { scope = { id: 'uncommitted', kind: 'uncommitted' }, commits } = resolved;
    const { description } = part.provider.open(resolved.value);
    return {
      scope: scopeBelow(folder, scope),
      description: `${description} in ${folder}`,
      ...(commits === undefined ? {} : { commits: { ...commits, repository: folder } }),
      parts: parts.map((one) => (one === part ? { ...part, resolved } : { ...one, isLeftOut })),
      notCompared: notCompared.map((one) => ({ ...one, isLeftOut })),
    };
  } catch (error) {
    throw error instanceof GalleyError ? inFolder(folder, error) : error;
  }
};

const isLeftOut = true;

type Found = ResolvedPart | { readonly folder: string; readonly error: GalleyError };

const resolveParts = async (
  kind: NamedScope,
  request: FolderRequest,
): Promise<Pick<ResolvedFolder, 'parts' | 'notCompared'>> => {
  const notThere: GalleyError[] = [];
  const found = await withEach(request.names, async (name): Promise<Found> => {
    const folder = pathText(Buffer.from(name));
    const cwd = join(request.root, name);
    const failed = (error: unknown) => {
      request.context.signal.throwIfAborted();
      if (!(error instanceof GalleyError)) throw error;
      return error;
    };
    try {
      return { folder, ...(await resolvePart({ cwd, scope: kind }, request)) };
    } catch (cause) {
      const error = failed(cause);
      if (error.code !== 'unknown_revision' || kind === 'uncommitted') return { folder, error };
      // A base that only some have would hide what the others have committed.
      if (kind === 'base') throw inFolder(folder, error);
      notThere.push(inFolder(folder, error));
    }
    try {
      return { folder, ...(await resolvePart({ cwd, scope: 'uncommitted' }, request)), isLeftOut };
    } catch (cause) {
      return { folder, error: failed(cause) };
    }
  });
  const parts = found.filter((one) => 'resolved' in one);
  const broken = found.filter((one) => 'error' in one);
  if (parts.every((one) => one.isLeftOut === true)) {
    const [error] = [...notThere, ...broken.map((one) => inFolder(one.folder, one.error))];
    if (error !== undefined) throw error;
  }
  const notCompared = broken.map(({ folder, error }) => ({ folder, problem: error.message }));
  return { parts, notCompared };
};

const resolvePart = async (
  wanted: { readonly cwd: string; readonly scope: NamedScope },
  { providers, context }: FolderRequest,
): Promise<Pick<ResolvedPart, 'provider' | 'resolved'>> => {
  for (const provider of providers) {
    if (!(await provider.detect(wanted))) continue;
    const resolved = await provider.resolve({ ...wanted, isPart: true }, context);
    // Its configuration can name a work tree anywhere.
    if (resolved.path !== wanted.cwd)
      throw new GalleyError(
        'not_a_repository',
        `The files of this repository are elsewhere, in ${resolved.path}. Start the review there.`,
      );
    return { provider, resolved };
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

const maxNamed = 3;

/** `a, b and c`, or `a, b, c and 4 more`. */
export const listed = (names: readonly string[]): string => {
  const isLong = names.length > maxNamed + 1;
  const shown = isLong ? [...names.slice(0, maxNamed), `${names.length - maxNamed} more`] : names;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
};
