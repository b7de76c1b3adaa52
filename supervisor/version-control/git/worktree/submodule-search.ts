import { isUtf8 } from 'node:buffer';
import { lstat, realpath } from 'node:fs/promises';
import { GalleyError } from '../../../../shared/errors.ts';
import { pathBelow, pathText } from '../../../../shared/node/path-name.ts';
import type { ProgramAnswer } from '../../run-program.ts';
import { runGit, type GitCall, type GitContext, programsOff } from '../run-git.ts';
import { readIndexEntries, withShownPaths } from './index-copy.ts';

/**
 * Uncommitted changes inside a submodule: some, could not be checked, or (only on the first one skipped) over the
 * limit.
 */
export type SubmoduleChanges = 'dirty' | 'unchecked' | 'limit';

const maxDefaultChecked = 100;

interface SearchOptions {
  readonly topLevel: string;
  readonly context: GitContext;
  /** For all git runs together. */
  readonly timeLimitMs?: number | undefined;
  /** Maximum number of submodules to inspect, including nested ones; default 100. */
  readonly maxChecked?: number;
}

/**
 * Inspects the submodules of a work tree. Git must not do it itself: on entering a submodule it drops the settings that
 * disable the repository's programs. Here each submodule is treated as a hostile repository of its own; one whose
 * `.git` points outside the reviewed repository is skipped.
 */
export class SubmoduleSearch {
  readonly #options: SearchOptions;
  readonly #endsAt: number;
  #remaining: number;
  /** Folders that may contain a submodule's repository; computed on first use. */
  #allowed: Promise<readonly Buffer[]> | undefined;

  constructor(options: SearchOptions) {
    this.#options = options;
    this.#remaining = options.maxChecked ?? maxDefaultChecked;
    this.#endsAt = performance.now() + (options.timeLimitMs ?? Number.POSITIVE_INFINITY);
  }

  /**
   * The submodules that are not clean, by path and in order.
   * @param known those of the folder, if already known
   * @throws GalleyError as runGit does for the work tree itself, or if the search is cancelled or times out
   */
  async read(
    folder = this.#options.topLevel,
    known?: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, SubmoduleChanges>> {
    const found = new Map<string, SubmoduleChanges>();
    for (const path of known ?? (await readIndexEntries(this.#call(folder))).submodules) {
      const changes = await this.#changesIn(folder, path);
      if (changes !== undefined) found.set(path, changes);
      if (changes === 'limit') break;
    }
    return found;
  }

  async #changesIn(folder: string, path: string): Promise<SubmoduleChanges | undefined> {
    try {
      const inside = await populatedFolder(folder, path);
      if (inside === undefined) return undefined;
      if (this.#remaining === 0) return 'limit';
      this.#remaining -= 1;
      // A process's working directory must be UTF-8.
      if (!isUtf8(inside) || !(await this.#isWithin(inside))) return 'unchecked';
      return await this.#changesOf(inside.toString());
    } catch (error) {
      if (error instanceof GalleyError && error.code.startsWith('preparation_')) throw error;
      // A repository that git cannot read must not fail the review.
      return 'unchecked';
    }
  }

  async #changesOf(folder: string): Promise<SubmoduleChanges | undefined> {
    const { submodules, hidden } = await readIndexEntries(this.#call(folder));
    const settings = await programsOff(folder, this.#options.context);
    let isDirty = false;
    await withShownPaths({ ...this.#call(folder), hidden, settings }, (variables) =>
      this.#git({
        cwd: folder,
        args: [
          'status',
          '--porcelain',
          '-z',
          '--untracked-files=normal',
          '--ignore-submodules=dirty',
        ],
        settings,
        variables,
        onOutput: () => {
          isDirty = true;
          return Promise.resolve();
        },
      }),
    );
    if (isDirty) return 'dirty';
    const nested = new Set((await this.read(folder, submodules)).values());
    return (['dirty', 'limit', 'unchecked'] as const).find((one) => nested.has(one));
  }

  /** Whether the submodule's work tree is its own folder, and its repository is inside the reviewed one. */
  async #isWithin(folder: Buffer): Promise<boolean> {
    const { stdout } = await this.#git({
      cwd: folder.toString(),
      args: ['rev-parse', '--show-toplevel', '--absolute-git-dir'],
      encoding: 'latin1',
    });
    const start = `${folder.toString('latin1')}\n`;
    if (!stdout.startsWith(start)) return false;
    const gitFolder = await realFolder(stdout.slice(start.length));
    this.#allowed ??= this.#allowedFolders();
    return (await this.#allowed).some((one) => isWithin(gitFolder, one));
  }

  /** The work tree and its repository, which is elsewhere for linked work trees. */
  async #allowedFolders(): Promise<readonly Buffer[]> {
    const { topLevel: cwd } = this.#options;
    const folderOf = async (option: string): Promise<Buffer> => {
      const args = ['rev-parse', '--path-format=absolute', option];
      return realFolder((await this.#git({ cwd, args, encoding: 'latin1' })).stdout);
    };
    const [topLevel, own, common] = await Promise.all([
      realpath(cwd, 'buffer'),
      folderOf('--git-dir'),
      folderOf('--git-common-dir'),
    ]);
    // That of a linked work tree is inside of it. A forged `commondir` leads anywhere.
    return own.equals(common) || isWithin(own, common) ? [topLevel, common] : [topLevel];
  }

  #git(call: Omit<GitCall, 'context' | 'timeLimitMs'>): Promise<ProgramAnswer> {
    return runGit({ ...call, ...this.#call(call.cwd) });
  }

  #call(cwd: string): Pick<GitCall, 'cwd' | 'context' | 'timeLimitMs'> {
    const remainingMs = Math.max(1, Math.ceil(this.#endsAt - performance.now()));
    return {
      cwd,
      context: this.#options.context,
      ...(Number.isFinite(remainingMs) ? { timeLimitMs: remainingMs } : {}),
    };
  }
}

const slash = 47;

const isWithin = (path: Buffer, folder: Buffer): boolean =>
  path.subarray(0, folder.length).equals(folder) && path[folder.length] === slash;

/** The real path of a folder in git's output. */
const realFolder = (latin1: string): Promise<Buffer> =>
  realpath(Buffer.from(latin1.replace(/\n$/u, ''), 'latin1'), 'buffer');

/** The real path of a checked-out submodule; undefined if there is none or the path contains a symlink. */
const populatedFolder = async (folder: string, path: string): Promise<Buffer | undefined> => {
  const inside = pathBelow(pathText(await realpath(folder, 'buffer')), path);
  try {
    await lstat(Buffer.concat([inside, Buffer.from('/.git')]));
    return (await realpath(inside, 'buffer')).equals(inside) ? inside : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return undefined;
    throw error;
  }
};
