import { isUtf8 } from 'node:buffer';
import { realpath } from 'node:fs/promises';
import { GalleyError } from '../../../shared/errors.ts';
import { quotePath } from '../../../shared/node/path-name.ts';
import { repositoryAround } from '../repository-around.ts';
import { runGit, type GitContext } from './run-git.ts';

/** Where to run git, and for which task. */
export interface Place {
  readonly cwd: string;
  readonly context: GitContext;
}

const timeLimitMs = 30_000;
/** It takes no time, unless the configuration cannot be read: then everything else hangs as well. */
const folderTimeLimitMs = 10_000;
const head = 'HEAD';

const emptyTrees: Readonly<Record<string, string>> = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};

/** Where a work tree and its repository are, and what all ranges in it need. */
export interface Repository {
  /** Absolute path of the work tree. */
  readonly topLevel: string;
  /** Absolute path of the git folder that all work trees share, as git prints it. */
  readonly commonFolder: string;
  readonly emptyTree: string;
  /** As `readBranch` answers; undefined where it must be asked. */
  readonly branch: string | undefined;
}

/**
 * Reads where the work tree and its repository are, and the id of the empty tree.
 * @throws GalleyError as runGit does; `not_a_repository` if the work tree is elsewhere
 */
export const readRepository = async (place: Place): Promise<Repository> => {
  const { format, work, commonFolder, branch } = await readFolders(place);
  const emptyTree = emptyTrees[format];
  const path = Buffer.from(work, 'latin1');
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
  await assertOwnFolder(place, topLevel);
  return { topLevel, emptyTree, commonFolder, branch };
};

type Folders = Pick<Repository, 'commonFolder' | 'branch'> & {
  /** In Latin-1. */
  readonly work: string;
  readonly format: string;
};

const readFolders = async (place: Place): Promise<Folders> => {
  const ask = async (...args: readonly string[]): Promise<string> => {
    const call = { ...place, args: ['rev-parse', ...args], timeLimitMs: folderTimeLimitMs };
    return (await runGit({ ...call, encoding: 'latin1' })).stdout;
  };
  const [format, work] = ['--show-object-format', '--show-toplevel'] as const;
  const common = ['--path-format=absolute', '--git-common-dir'];
  // The format again, to tell a branch from the rest of a path. Without a commit, nothing follows it.
  const branch = [format, '--revs-only', '--symbolic-full-name', head];
  const lines = (await ask(format, work, ...common, ...branch)).split('\n');
  const [kind = '', top = '', folder = '', again, ...rest] = lines;
  const name = rest.join('\n').replace(/\n$/u, '');
  if (again === kind && /^(?:|HEAD|refs\/.+)$/u.test(name))
    return {
      format: kind,
      work: top,
      commonFolder: `${folder}\n`,
      branch: name === '' ? undefined : Buffer.from(name, 'latin1').toString(),
    };
  // A path has a line break: each is asked for alone.
  const lineOf = async (option: string) => (await ask(option)).replace(/\n$/u, '');
  return {
    format: await lineOf(format),
    work: await lineOf(work),
    commonFolder: await ask(...common),
    branch: undefined,
  };
};

/**
 * Its configuration can name a work tree anywhere, such as the folder of all projects: the work tree must be where its
 * repository is found.
 */
const assertOwnFolder = async ({ cwd, context }: Place, topLevel: string): Promise<void> => {
  const folder = await realpath(cwd);
  if ((await repositoryAround(folder, ['.git'])) === topLevel) return;
  const gitFolderOf = async (folder: string): Promise<string | undefined> => {
    const args = ['rev-parse', '--absolute-git-dir'];
    const call = { cwd: folder, context, args, encoding: 'latin1', timeLimitMs } as const;
    return runGit(call).then(
      ({ stdout }) => stdout,
      () => undefined,
    );
  };
  const [used, own] = await Promise.all([gitFolderOf(cwd), gitFolderOf(topLevel)]);
  const isAround = `${folder}/`.startsWith(topLevel === '/' ? '/' : `${topLevel}/`);
  if (!isAround || used === undefined || used !== own)
    throw new GalleyError(
      'not_a_repository',
      `The files of this repository are elsewhere, in ${quotePath(Buffer.from(topLevel))}, as its setting core.worktree says. Galley does not follow it. Remove the setting, or start the review in another repository.`,
    );
};

/**
 * Resolves revisions to ids of commits, undefined for unknown ones. They are passed on stdin, so none can be taken for
 * an option.
 */
export const resolveRevisions = async (
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

/** The best common ancestor of two commits; undefined if there is none. */
export const mergeBase = async (
  place: Place,
  ids: readonly [string, string],
): Promise<string | undefined> => {
  const { stdout } = await runGit({
    ...place,
    args: ['merge-base', ...ids],
    okExitCodes: [0, 1],
    timeLimitMs,
  });
  return stdout.trim() || undefined;
};

/** The branch that is checked out, as a full name; `HEAD` if none is. */
export const readBranch = (place: Place): Promise<string> => readTarget(place, head);

/** Where a symbolic ref leads; another one is its own target. */
const readTarget = async (place: Place, ref: string): Promise<string> => {
  const args = ['symbolic-ref', '--quiet', ref];
  const { stdout } = await runGit({ ...place, args, okExitCodes: [0, 1], timeLimitMs });
  return stdout.trim() || ref;
};

/** A branch that others leave and come back to, and the commit at which the current branch left it. */
export interface Base {
  /** As people say it: `main`, `origin/main`. */
  readonly name: string;
  readonly id: string;
}

const remote = 'refs/remotes/origin/';
const local = 'refs/heads/';
/** Where a default branch is looked for, in this order. Full names: a tag may have the same short one. */
const defaultBranches = [
  `${remote}${head}`,
  ...['main', 'master'].flatMap((name) => [`${remote}${name}`, `${local}${name}`]),
];

/** The commits of which `findBase` needs the ids. */
export const baseRevisions: readonly string[] = [head, ...defaultBranches].map(
  (name) => `${name}^{commit}`,
);

interface BaseFacts {
  /** Of `baseRevisions`. */
  readonly ids: readonly (string | undefined)[];
  /** As `readBranch` answers. */
  readonly branch: string | undefined;
}

/** The base of the current branch; undefined if it is unknown, or is the branch itself. */
export const findBase = async (
  place: Place,
  { ids: [checkedOut, ...tips], branch }: BaseFacts,
): Promise<Base | undefined> => {
  const at = tips.findIndex((id) => id !== undefined);
  const [found, tip] = [defaultBranches[at], tips[at]];
  if (checkedOut === undefined || found === undefined || tip === undefined) return undefined;
  if (found === (branch ?? (await readBranch(place)))) return undefined;
  const [ref, id] = await Promise.all([
    found.endsWith(`/${head}`) ? readTarget(place, found) : found,
    mergeBase(place, [tip, checkedOut]),
  ]);
  return id === undefined
    ? undefined
    : { name: ref.replace(/^refs\/(?:heads|remotes)\//u, ''), id };
};
