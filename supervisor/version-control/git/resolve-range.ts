import { GalleyError } from '../../../shared/errors.ts';
import type { Commits } from '../../../shared/session/reviewed.ts';
import { namedScopes, type NamedScope, type Scope } from '../../../shared/session/scope.ts';
import {
  baseRevisions,
  findBase,
  mergeBase,
  readRepository,
  resolveRevisions,
  type Base,
  type Place,
  type Repository,
} from './repository-facts.ts';
import { checkGitVersion, type GitContext } from './run-git.ts';

/** What a review compares; structured-cloneable. */
export interface ResolvedRange {
  /** Absolute path of the work tree. */
  readonly topLevel: string;
  /** Id of a commit, or of the empty tree. */
  readonly from: string;
  /** Id of a commit, `index`, or `worktree` for the files as they are, including untracked ones. */
  readonly to: string;
  /** Set if the index is compared in place of `from`. */
  readonly isFromIndex?: true;
  /** For display: `uncommitted changes`, `main..HEAD`, `commit 1a2b3c4d5e`. */
  readonly description: string;
  /** What was asked for; a refresh resolves it again. */
  readonly scope: Scope;
}

interface RangeRequest {
  /** Absolute path inside a work tree. */
  readonly cwd: string;
  /** Default: everything since the base, or all uncommitted changes where none is known. */
  readonly wanted?: WantedRange;
  readonly context?: GitContext;
}

/** A range, the git folder that the work trees of its repository share, and the branch, if it has become known. */
interface FoundRange extends Pick<Repository, 'commonFolder' | 'branch'> {
  readonly range: ResolvedRange;
}

/** What can be compared. */
export type WantedRange =
  | { readonly kind: 'default' | NamedScope }
  | { readonly kind: 'commit'; readonly revision: string }
  /** `a..b` or `a...b` as text, or the changes of all commits from one to another. */
  | { readonly kind: 'range'; readonly text: string; readonly from: string; readonly to: string }
  | {
      readonly kind: 'since-fork';
      readonly text: string;
      readonly from: string;
      readonly to: string;
    }
  | { readonly kind: 'commits'; readonly first: string; readonly last: string };

/**
 * Resolves what to compare.
 * @throws GalleyError `not_a_repository`, `unknown_revision` or `git_failed`
 */
export const resolveRange = async (request: RangeRequest): Promise<ResolvedRange> =>
  (await findRange(request)).range;

/** As `resolveRange`, and where its repository is. */
export const findRange = async ({
  cwd,
  wanted = { kind: 'default' },
  context = {},
}: RangeRequest): Promise<FoundRange> => {
  const at = { cwd, context };
  const needsBase = wanted.kind === 'default' || wanted.kind === 'base';
  const revisions = revisionsOf(wanted);
  const [{ topLevel, emptyTree, commonFolder, branch }, ids] = await Promise.all([
    readRepository(at),
    resolveRevisions(at, needsBase ? [...revisions, ...baseRevisions] : revisions),
    checkGitVersion(cwd, context),
  ]);
  const ofBase = ids.slice(revisions.length);
  const base = needsBase ? await findBase(at, { ids: ofBase, branch }) : undefined;
  const resolved = await resolveWanted(wanted, { at, emptyTree, ids, base });
  return { range: { topLevel, ...resolved }, commonFolder, branch };
};

const head = 'HEAD';

/** A commit and its first parent. */
const withParent = (revision: string): string[] => [
  `${revision}^{commit}`,
  `${revision}^{commit}^1`,
];

const revisionsOf = (wanted: WantedRange): string[] => {
  switch (wanted.kind) {
    case 'default':
    case 'base':
    case 'uncommitted':
    case 'staged':
    case 'unstaged':
    case 'last':
      return withParent(head);
    case 'commit':
      return withParent(wanted.revision);
    case 'range':
    case 'since-fork':
      return [`${wanted.from}^{commit}`, `${wanted.to}^{commit}`];
    case 'commits':
      return [`${wanted.last}^{commit}`, ...withParent(wanted.first)];
  }
};

interface Known {
  readonly at: Place;
  readonly emptyTree: string;
  /** Of `revisionsOf`; undefined for unknown ones. */
  readonly ids: readonly (string | undefined)[];
  readonly base: Base | undefined;
}

const resolveWanted = async (
  wanted: WantedRange,
  { at, emptyTree, ids, base }: Known,
): Promise<Omit<ResolvedRange, 'topLevel'>> => {
  const [tip, parent] = ids;
  const from = tip ?? emptyTree;
  const none = tip === undefined ? ' (no commit yet)' : '';
  switch (wanted.kind) {
    case 'default':
    case 'base':
      if (base !== undefined)
        return {
          from: base.id,
          to: 'worktree',
          description: `changes since ${base.name}`,
          scope: { id: 'base', kind: 'base', name: base.name },
        };
      if (wanted.kind === 'base') throw noBase();
      return resolveWanted({ kind: 'uncommitted' }, { at, emptyTree, ids, base });
    case 'uncommitted':
      return { from, to: 'worktree', ...named('uncommitted', `uncommitted changes${none}`) };
    case 'staged':
      return { from, to: 'index', ...named('staged', `staged changes${none}`) };
    case 'unstaged':
      return { from, to: 'worktree', isFromIndex: true, ...named('unstaged', 'unstaged changes') };
    case 'last':
      return { from: parent ?? emptyTree, to: known(tip, head), ...named('last', 'last commit') };
    case 'commit': {
      const { revision } = wanted;
      const commit = known(tip, revision);
      const name = revision === commit ? shortened(commit) : revision;
      const scope = { id: `range:${revision}`, kind: 'commit', name } as const;
      return { from: parent ?? emptyTree, to: commit, description: `commit ${name}`, scope };
    }
    case 'range':
    case 'since-fork': {
      const { text } = wanted;
      const sides = [known(tip, wanted.from), known(parent, wanted.to)] as const;
      const start = wanted.kind === 'range' ? sides[0] : await mergeBase(at, sides);
      if (start === undefined) throw noAncestor(text);
      const scope = { id: `range:${text}`, kind: 'range', name: text } as const;
      return { from: start, to: sides[1], description: text, scope };
    }
    case 'commits': {
      const [last, first, before] = ids;
      const [start, end] = [known(first, wanted.first), known(last, wanted.last)];
      const isOne = start === end;
      const name = isOne ? shortened(end) : `${shortened(start)} to ${shortened(end)}`;
      return {
        from: before ?? emptyTree,
        to: end,
        description: isOne ? `commit ${name}` : `commits ${name}`,
        scope: { id: `commits:${start}..${end}`, kind: isOne ? 'commit' : 'range', name },
      };
    }
  }
};

const named = (kind: NamedScope, description: string) => ({
  description,
  scope: { id: kind, kind },
});

const shortened = (id: string): string => id.slice(0, 10);

/** The two sides, for people and agents. */
export const commitsOf = ({ from, to, isFromIndex, scope }: ResolvedRange): Commits => ({
  base: isFromIndex === true ? 'index' : from,
  head: to,
  ...(scope.kind === 'base' && scope.name !== undefined ? { since: scope.name } : {}),
});

/** Reads a range as typed. @throws GalleyError `unknown_revision` */
export const parseRange = (range: string | undefined): WantedRange => {
  if (range === undefined) return { kind: 'default' };
  if (/[\n\r\0]/u.test(range) || range.trim() === '') throw unknownRevision(range);
  const at = range.indexOf('..');
  if (at < 0) return { kind: 'commit', revision: range };
  const hasMergeBase = range.startsWith('...', at);
  const from = range.slice(0, at) || head;
  const to = range.slice(at + (hasMergeBase ? 3 : 2)) || head;
  return { kind: hasMergeBase ? 'since-fork' : 'range', text: range, from, to };
};

/** Reads a scope's id. @throws GalleyError `unknown_revision` */
export const parseScopeId = (id: string): WantedRange => {
  const kind = namedScopes.find((name) => name === id);
  if (kind !== undefined) return { kind };
  const [, prefix, text = ''] = /^(range|commits):(.*)$/su.exec(id) ?? [];
  const [, first, last] = /^([0-9a-f]{40,64})\.\.([0-9a-f]{40,64})$/u.exec(text) ?? [];
  if (prefix === 'commits' && first !== undefined && last !== undefined)
    return { kind: 'commits', first, last };
  if (prefix === 'range') return parseRange(text);
  throw unknownRevision(id);
};

const known = (id: string | undefined, revision: string): string => {
  if (id === undefined) throw unknownRevision(revision);
  return id;
};

const noBase = (): GalleyError =>
  new GalleyError(
    'unknown_revision',
    'There is no default branch that this one has left, neither origin/HEAD nor main or master. Compare what is uncommitted, or name what to compare with, as in HEAD~3..HEAD.',
  );

const noAncestor = (range: string): GalleyError =>
  new GalleyError(
    'unknown_revision',
    `The two sides of ${range} have no common ancestor. Use two dots instead of three to compare them as they are.`,
  );

const unknownRevision = (revision: string): GalleyError =>
  new GalleyError(
    'unknown_revision',
    `There is no commit ${JSON.stringify(revision)} in this repository. Give a commit, a branch, a tag, a..b or a...b.`,
  );
