import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { constants, lstatSync, type BigIntStats } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { pathBelow, pathText } from '../../../../shared/node/path-name.ts';
import { ContentLook, loadContents, saveContents } from '../../../../shared/node/file-contents.ts';
import { runGit } from '../run-git.ts';
import type { TaskContext } from '../../../threads/task-context.ts';
import { readWorktreeStatus, type ChangedPath, type WorktreeStatus } from './changed-worktree.ts';

/** Beyond this, only the names of changed files (or submodules) count. */
const maxInspected = 10_000;
const maxSubmodules = 100;
/** Total read per poll; larger contents are represented by size and mtime. */
const maxContentBytes = 64 * 1024 * 1024;

interface WorktreeStateOptions {
  readonly topLevel: string;
  /** File that caches digests between polls; without it everything is read again. */
  readonly contents?: string | undefined;
  /** Git's status, if already known. */
  readonly status?: WorktreeStatus;
}

/** Polling a slower work tree is not worth it. */
const maxStatusMs = 20_000;

/**
 * Fingerprints the work tree's uncommitted changes: the current commit, and the contents of changed and untracked
 * files. Files are reread only if modified since the last poll.
 * @throws GalleyError as runGit does
 */
export const readWorktreeState = async (
  options: WorktreeStateOptions,
  context: TaskContext,
): Promise<string> => (await readWorktree(options, context)).state;

/**
 * Like `readWorktreeState`, with the status that it was made from, and the fingerprints of the changed paths.
 * @throws GalleyError as runGit does
 */
export const readWorktree = async (
  { topLevel, contents, status: known }: WorktreeStateOptions,
  context: TaskContext,
): Promise<{ state: string; status: WorktreeStatus; files: Map<string, string> }> => {
  const status = known ?? (await readWorktreeStatus(topLevel, context, maxStatusMs));
  const { commit, changed } = status;
  const look = new ContentLook(contents === undefined ? new Map() : await loadContents(contents));
  const reader = new StateReader(topLevel, { look, context });
  const hash = createHash('sha256').update(commit);
  const files = new Map<string, string>();
  for (const [at, one] of changed.entries()) {
    const mark = `${at < maxInspected ? await reader.read(one) : ''}${one.inside ?? ''}`;
    hash.update(`\0${one.path}\0${mark}`);
    if (at < maxInspected) files.set(one.path, mark);
  }
  if (contents !== undefined && look.hasNews)
    // Only a cache: on failure the files are read again.
    await saveContents(contents, look.seen).catch(() => undefined);
  return { state: hash.digest('hex').slice(0, 32), status, files };
};

/** Reads whatever a review can show of changed paths, one by one. */
class StateReader {
  readonly #topLevel: string;
  readonly #look: ContentLook;
  readonly #context: TaskContext;
  #remainingBytes = maxContentBytes;
  #remainingSubmodules = maxSubmodules;

  constructor(
    topLevel: string,
    { look, context }: { readonly look: ContentLook; readonly context: TaskContext },
  ) {
    this.#topLevel = topLevel;
    this.#look = look;
    this.#context = context;
  }

  async read({ path, isSubmodule }: ChangedPath): Promise<string> {
    this.#context.signal.throwIfAborted();
    const absolute = pathBelow(this.#topLevel, path);
    const stats = statOf(absolute);
    if (stats === undefined) return 'gone';
    // Git tracks only the type and the executable bit.
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

  /** The checked-out commit of a submodule; git's status tells only that it differs. */
  async #commit(path: Buffer): Promise<string> {
    // A process's working directory must be UTF-8.
    if (this.#remainingSubmodules === 0 || !isUtf8(path)) return '';
    this.#remainingSubmodules -= 1;
    const { stdout } = await runGit({
      cwd: path.toString(),
      args: ['rev-parse', '--verify', '--quiet', 'HEAD'],
      // Without a commit or a repository there is no output.
      okExitCodes: [0, 1, 128],
      context: this.#context,
    });
    return stdout.trim();
  }
}

const statOf = (path: Buffer): BigIntStats | undefined => {
  try {
    return lstatSync(path, { bigint: true });
  } catch {
    // Deleted, which is a state, too.
    return undefined;
  }
};

const targetOf = (path: Buffer): Promise<string> =>
  readlink(path, 'latin1').catch(
    // Deleted just now.
    () => '',
  );
