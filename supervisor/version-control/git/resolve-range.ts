import { isUtf8 } from 'node:buffer';
import { GalleyError } from '../../../shared/errors.ts';
import { quotePath } from '../../../shared/node/path-name.ts';
import { runGit, type GitScope, checkGitVersion } from './run-git.ts';

/** What a review compares; structured-cloneable. */
export interface ResolvedRange {
  /** Absolute path of the work tree. */
  readonly topLevel: string;
  /** Id of a commit, or of the empty tree. */
  readonly from: string;
  /** Id of a commit, or `worktree` for the files as they are, including untracked ones. */
  readonly to: string;
  /** For display: `uncommitted changes`, `main..HEAD`, `commit 1a2b3c4d5e`. */
  readonly description: string;
}

interface RangeRequest {
  /** Absolute path inside a work tree. */
  readonly cwd: string;
  /** A commit, `a..b` or `a...b`; all uncommitted changes if absent. */
  readonly range?: string;
  readonly scope?: GitScope;
}

const timeLimitMs = 30_000;

/**
 * Resolves what to compare, with two concurrent git runs, and one more for `a...b`.
 * @throws GalleyError `not_a_repository`, `unknown_revision` or `git_failed`
 */
export const resolveRange = async ({
  cwd,
  range,
  scope = {},
}: RangeRequest): Promise<ResolvedRange> => {
  const at = { cwd, scope };
  const wanted = parseRange(range);
  const [repository, ids] = await Promise.all([
    readRepository(at),
    resolveRevisions(at, revisionsOf(wanted)),
    checkGitVersion(cwd, scope),
  ]);
  const { topLevel, emptyTree } = repository;
  switch (wanted.kind) {
    case 'uncommitted': {
      const [head] = ids;
      const description =
        head === undefined ? 'uncommitted changes (no commit yet)' : 'uncommitted changes';
      return { topLevel, from: head ?? emptyTree, to: 'worktree', description };
    }
    case 'commit': {
      const commit = known(ids[0], wanted.revision);
      const name = wanted.revision === commit ? commit.slice(0, 10) : wanted.revision;
      return { topLevel, from: ids[1] ?? emptyTree, to: commit, description: `commit ${name}` };
    }
    case 'two': {
      const from = known(ids[0], wanted.from);
      const to = known(ids[1], wanted.to);
      const base = wanted.hasMergeBase ? await mergeBase(at, wanted.text, [from, to]) : from;
      return { topLevel, from: base, to, description: wanted.text };
    }
  }
};

type WantedRange =
  | { readonly kind: 'uncommitted' }
  | { readonly kind: 'commit'; readonly revision: string }
  | {
      readonly kind: 'two';
      readonly text: string;
      readonly from: string;
      readonly to: string;
      readonly hasMergeBase: boolean;
    };

const parseRange = (range: string | undefined): WantedRange => {
  if (range === undefined) return { kind: 'uncommitted' };
  if (/[\n\r\0]/u.test(range) || range.trim() === '') throw unknownRevision(range);
  const at = range.indexOf('..');
  if (at < 0) return { kind: 'commit', revision: range };
  const hasMergeBase = range.startsWith('...', at);
  const from = range.slice(0, at);
  const to = range.slice(at + (hasMergeBase ? 3 : 2));
  return {
    kind: 'two',
    text: range,
    from: from === '' ? 'HEAD' : from,
    to: to === '' ? 'HEAD' : to,
    hasMergeBase,
  };
};

const revisionsOf = (wanted: WantedRange): string[] => {
  switch (wanted.kind) {
    case 'uncommitted':
      return ['HEAD^{commit}'];
    case 'commit':
      return [`${wanted.revision}^{commit}`, `${wanted.revision}^{commit}^1`];
    case 'two':
      return [`${wanted.from}^{commit}`, `${wanted.to}^{commit}`];
  }
};

interface Place {
  readonly cwd: string;
  readonly scope: GitScope;
}

const emptyTrees: Readonly<Record<string, string>> = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};

const readRepository = async (place: Place): Promise<{ topLevel: string; emptyTree: string }> => {
  const { stdout } = await runGit({
    ...place,
    args: ['rev-parse', '--show-object-format', '--show-toplevel'],
    encoding: 'latin1',
    timeLimitMs,
  });
  // The path comes last, since it may contain a line break.
  const end = stdout.indexOf('\n');
  const emptyTree = emptyTrees[stdout.slice(0, end)];
  const path = Buffer.from(stdout.slice(end + 1).replace(/\n$/u, ''), 'latin1');
  const topLevel = path.toString();
  if (emptyTree === undefined || !topLevel.startsWith('/'))
    throw new GalleyError(
      'git_failed',
      `git does not say where the work tree of ${place.cwd} is. Look at its configuration.`,
    );
  // Git's working directory must be UTF-8: Node cannot start a process elsewhere.
  if (!isUtf8(path))
    throw new GalleyError(
      'git_failed',
      `The path of the work tree, ${quotePath(path)}, is not UTF-8. Rename the folder, or give a patch file.`,
    );
  return { topLevel, emptyTree };
};

/**
 * Resolves revisions to object ids, undefined for unknown ones. They are passed on stdin, so none can be taken for an
 * option.
 */
const resolveRevisions = async (
  place: Place,
  revisions: readonly string[],
): Promise<(string | undefined)[]> => {
  const { stdout } = await runGit({
    ...place,
    args: ['cat-file', '--batch-check=%(objectname) %(objecttype)'],
    input: `${revisions.join('\n')}\n`,
    timeLimitMs,
  });
  const lines = stdout.split('\n');
  return revisions.map((_, index) => /^([0-9a-f]{40,64}) commit$/u.exec(lines[index] ?? '')?.[1]);
};

const known = (id: string | undefined, revision: string): string => {
  if (id === undefined) throw unknownRevision(revision);
  return id;
};

const mergeBase = async (
  place: Place,
  range: string,
  ids: readonly [string, string],
): Promise<string> => {
  const { stdout } = await runGit({
    ...place,
    args: ['merge-base', ...ids],
    okExitCodes: [0, 1],
    timeLimitMs,
  });
  const base = stdout.trim();
  if (base === '')
    throw new GalleyError(
      'unknown_revision',
      `The two sides of ${range} have no common ancestor. Use two dots instead of three to compare them as they are.`,
    );
  return base;
};

const unknownRevision = (revision: string): GalleyError =>
  new GalleyError(
    'unknown_revision',
    `There is no commit ${JSON.stringify(revision)} in this repository. Give a commit, a branch, a tag, a..b or a...b.`,
  );
