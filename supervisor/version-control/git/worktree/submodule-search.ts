import { isUtf8 } from 'node:buffer';
import { lstat, realpath } from 'node:fs/promises';
import { GalleyError } from '../../../../shared/errors.ts';
import { pathBelow, pathText } from '../../../../shared/node/path-name.ts';
import { programsOff } from '../repository-programs.ts';
import { runGit, type GitAnswer, type GitCall, type GitScope } from '../run-git.ts';

/**
 * What is known of uncommitted changes inside of a submodule: there are some, it could not be checked, or it is the
 * first of those that are too many to be checked.
 */
export type SubmoduleChanges = 'dirty' | 'unchecked' | 'limit';

const maxDefaultChecked = 100;

interface SearchOptions {
  readonly topLevel: string;
  readonly scope: GitScope;
  /** Of all runs of git together. */
  readonly timeLimitMs?: number | undefined;
  /** More submodules than this, nested ones included, are not looked into; 100 where absent. */
  readonly maxChecked?: number;
}

/**
 * Looks into the submodules of a work tree, since git must not: it drops the settings that keep the programs of a
 * repository from being run when it enters one. Here each submodule is a repository of its own, and as hostile as
 * any; one whose `.git` leads out of the repository is left alone.
 */
export class SubmoduleSearch {
  readonly #options: SearchOptions;
  readonly #endsAt: number;
  #remaining: number;
  /** Folders in which the repository of a submodule may be; known once there is one. */
  #allowed: Promise<readonly Buffer[]> | undefined;

  constructor(options: SearchOptions) {
    this.#options = options;
    this.#remaining = options.maxChecked ?? maxDefaultChecked;
    this.#endsAt = performance.now() + (options.timeLimitMs ?? Number.POSITIVE_INFINITY);
  }

  /**
   * The submodules in question by their paths, in order; clean ones are left out.
   * @throws GalleyError as runGit does for the work tree itself, or where the search is cancelled or takes too long
   */
  async read(folder = this.#options.topLevel): Promise<ReadonlyMap<string, SubmoduleChanges>> {
    const found = new Map<string, SubmoduleChanges>();
    for (const path of await this.#gitlinks(folder)) {
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
      // No process can be started in a folder whose name is not UTF-8.
      if (!isUtf8(inside) || !(await this.#isWithin(inside))) return 'unchecked';
      return await this.#changesOf(inside.toString());
    } catch (error) {
      if (error instanceof GalleyError && error.code.startsWith('preparation_')) throw error;
      // A repository that git cannot read is no reason to fail.
      return 'unchecked';
    }
  }

  async #changesOf(folder: string): Promise<SubmoduleChanges | undefined> {
    let isDirty = false;
    await this.#git({
      cwd: folder,
      args: [
        'status',
        '--porcelain',
        '-z',
        '--untracked-files=normal',
        '--ignore-submodules=dirty',
      ],
      settings: await programsOff(folder, this.#options.scope),
      onOutput: () => {
        isDirty = true;
        return Promise.resolve();
      },
    });
    if (isDirty) return 'dirty';
    const nested = new Set((await this.read(folder)).values());
    return (['dirty', 'limit', 'unchecked'] as const).find((one) => nested.has(one));
  }

  /** Whether a submodule's work tree is its folder, and its repository is a part of the one that is reviewed. */
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
    return (await this.#allowed).some(
      (one) => gitFolder.subarray(0, one.length).equals(one) && gitFolder[one.length] === slash,
    );
  }

  /** The work tree and its repository, which lies elsewhere where the work tree is a linked one. */
  async #allowedFolders(): Promise<readonly Buffer[]> {
    const { topLevel } = this.#options;
    const { stdout } = await this.#git({
      cwd: topLevel,
      args: ['rev-parse', '--path-format=absolute', '--git-common-dir'],
      encoding: 'latin1',
    });
    return Promise.all([realpath(topLevel, 'buffer'), realFolder(stdout)]);
  }

  /** The paths that the index has as submodules. */
  async #gitlinks(cwd: string): Promise<ReadonlySet<string>> {
    const paths = new Set<string>();
    let rest = '';
    await this.#git({
      cwd,
      args: ['ls-files', '--stage', '-z'],
      onOutput: (part) => {
        const records = `${rest}${part.toString('latin1')}`.split('\0');
        rest = records.pop() ?? '';
        for (const record of records)
          if (record.startsWith('160000 '))
            paths.add(pathText(Buffer.from(record.slice(record.indexOf('\t') + 1), 'latin1')));
        return Promise.resolve();
      },
    });
    return paths;
  }

  #git(call: Omit<GitCall, 'scope' | 'timeLimitMs'>): Promise<GitAnswer> {
    const remainingMs = Math.max(1, Math.ceil(this.#endsAt - performance.now()));
    return runGit({
      ...call,
      scope: this.#options.scope,
      ...(Number.isFinite(remainingMs) ? { timeLimitMs: remainingMs } : {}),
    });
  }
}

const slash = 47;

/** What git has written of a folder, as the file system has it. */
const realFolder = (latin1: string): Promise<Buffer> =>
  realpath(Buffer.from(latin1.replace(/\n$/u, ''), 'latin1'), 'buffer');

/** The real folder of a submodule that has been checked out; undefined where there is none, or a link leads to it. */
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
