import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { constants, lstatSync, type BigIntStats } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { pathBelow, pathText } from '../../../../shared/node/path-name.ts';
import { ContentLook, loadContents, saveContents } from '../../../../shared/node/file-contents.ts';
import { runGit } from '../run-git.ts';
import type { TaskContext } from '../../../threads/task-context.ts';
import { readWorktreeStatus, type ChangedPath, type WorktreeStatus } from './worktree-status.ts';

/** More changed files than this are known by their names alone, and more submodules. */
const maxInspected = 10_000;
const maxSubmodules = 100;
/** Files beyond this, all together, are told by their sizes and times instead of their contents. */
const maxContentBytes = 64 * 1024 * 1024;

interface WorktreeStateOptions {
  readonly topLevel: string;
  /** File in which contents are remembered from one look to the next; without it all are read. */
  readonly contents?: string | undefined;
  /** What git says of it, where that is known already. */
  readonly status?: WorktreeStatus;
}

/** A look that takes longer is not worth it. */
const maxStatusMs = 20_000;

/**
 * What a work tree is like, as far as its uncommitted changes can tell: the commit that it is at, and what the changed
 * and untracked files hold. A content is read only where its file was written since the look before.
 * @throws GalleyError as runGit does
 */
export const readWorktreeState = async (
  options: WorktreeStateOptions,
  scope: TaskContext,
): Promise<string> => (await readWorktree(options, scope)).state;

/**
 * The same, with how many files are changed.
 * @throws GalleyError as runGit does
 */
export const readWorktree = async (
  { topLevel, contents, status }: WorktreeStateOptions,
  scope: TaskContext,
): Promise<{ state: string; changedFiles: number }> => {
  const { commit, changed } = status ?? (await readWorktreeStatus(topLevel, scope, maxStatusMs));
  const look = new ContentLook(contents === undefined ? new Map() : await loadContents(contents));
  const reader = new StateReader(topLevel, { look, scope });
  const hash = createHash('sha256').update(commit);
  for (const [at, one] of changed.entries())
    hash.update(
      `\0${one.path}\0${at < maxInspected ? await reader.read(one) : ''}${one.inside ?? ''}`,
    );
  if (contents !== undefined && look.hasNews)
    // What cannot be remembered is read again.
    await saveContents(contents, look.seen).catch(() => undefined);
  return { state: hash.digest('hex').slice(0, 32), changedFiles: changed.length };
};

/** Reads what a review can tell of changed paths, one after the other. */
class StateReader {
  readonly #topLevel: string;
  readonly #look: ContentLook;
  readonly #scope: TaskContext;
  #remainingBytes = maxContentBytes;
  #remainingSubmodules = maxSubmodules;

  constructor(
    topLevel: string,
    { look, scope }: { readonly look: ContentLook; readonly scope: TaskContext },
  ) {
    this.#topLevel = topLevel;
    this.#look = look;
    this.#scope = scope;
  }

  async read({ path, isSubmodule }: ChangedPath): Promise<string> {
    this.#scope.signal.throwIfAborted();
    const absolute = pathBelow(this.#topLevel, path);
    const stats = statOf(absolute);
    if (stats === undefined) return 'gone';
    // Of a mode git knows no more.
    const kind = `${stats.mode & BigInt(constants.S_IFMT | constants.S_IXUSR)}`;
    if (stats.isSymbolicLink()) return `${kind} ${await targetOf(absolute)}`;
    if (stats.isFile()) return `${kind} ${await this.#content(absolute, stats)}`;
    return isSubmodule ? `${kind} ${await this.#commit(absolute)}` : kind;
  }

  async #content(path: Buffer, stats: BigIntStats): Promise<string> {
    const { size, mtimeNs } = stats;
    if (size > this.#remainingBytes) return `${size} ${mtimeNs}`;
    this.#remainingBytes -= Number(size);
    return (await this.#look.digest(pathText(path), stats)) ?? '';
  }

  /** The commit that a submodule is at; git's status tells only that it is another one. */
  async #commit(path: Buffer): Promise<string> {
    // No process can be started in a folder whose name is not UTF-8.
    if (this.#remainingSubmodules === 0 || !isUtf8(path)) return '';
    this.#remainingSubmodules -= 1;
    const { stdout } = await runGit({
      cwd: path.toString(),
      args: ['rev-parse', '--verify', '--quiet', 'HEAD'],
      // Where there is no commit, or no repository, it says nothing.
      okExitCodes: [0, 1, 128],
      scope: this.#scope,
    });
    return stdout.trim();
  }
}

const statOf = (path: Buffer): BigIntStats | undefined => {
  try {
    return lstatSync(path, { bigint: true });
  } catch {
    // Gone, which is a state, too.
    return undefined;
  }
};

const targetOf = (path: Buffer): Promise<string> =>
  readlink(path, 'latin1').catch(
    // Gone in this moment.
    () => '',
  );
