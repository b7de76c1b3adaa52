import { programsOff } from '../../git/repository-programs.ts';
import { runGit, type GitScope } from '../../git/run-git.ts';

/** A path of a work tree that is not as it was committed. */
export interface ChangedPath {
  readonly path: string;
  readonly isSubmodule: boolean;
}

interface WorktreeStatus {
  /** The commit that the work tree is at, as git's status says it. */
  readonly commit: string;
  /** Each once and in order, the untracked ones too. */
  readonly changed: readonly ChangedPath[];
}

const outputAtMostBytes = 16 * 1024 * 1024;
const timeLimitMs = 20_000;

/**
 * What is not committed in a work tree. What is only put into the index is no change, and a submodule is one only where
 * it is at another commit.
 * @throws GalleyError as runGit does
 */
export const readWorktreeStatus = async (
  topLevel: string,
  scope: GitScope,
): Promise<WorktreeStatus> => {
  const { stdout } = await runGit({
    cwd: topLevel,
    args: [
      'status',
      '--porcelain=v2',
      '-z',
      '--branch',
      '--no-ahead-behind',
      '--untracked-files=all',
      '--ignore-submodules=dirty',
      '--no-renames',
    ],
    settings: await programsOff(topLevel, scope),
    outputAtMostBytes,
    timeLimitMs,
    scope,
  });
  return parseStatus(stdout);
};

/** Fields before the path of a record, by its first letter. */
const fieldsBefore: Readonly<Record<string, number>> = { '1': 8, u: 10, '?': 1 };

const parseStatus = (output: string): WorktreeStatus => {
  let commit = '';
  const changed = new Map<string, ChangedPath>();
  for (const record of output.split('\0')) {
    if (record.startsWith('# branch.oid ')) commit = record;
    const count = fieldsBefore[record[0] ?? ''];
    if (count === undefined) continue;
    const fields = record.split(' ');
    const path = fields.slice(count).join(' ');
    changed.set(path, { path, isSubmodule: count > 1 && fields[2]?.startsWith('S') === true });
  }
  return { commit, changed: [...changed.values()].toSorted(byPath) };
};

const byPath = (one: ChangedPath, other: ChangedPath): number =>
  one.path < other.path ? -1 : one.path > other.path ? 1 : 0;
