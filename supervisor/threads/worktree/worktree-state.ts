import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { programsOff } from '../../git/repository-programs.ts';
import { runGit } from '../../git/run-git.ts';
import type { TaskContext } from '../task-context.ts';

/** More changed files than this are known by their names alone. */
const lookedAtAtMost = 10_000;
const outputAtMostBytes = 16 * 1024 * 1024;
const timeLimitMs = 20_000;
const atOnce = 32;

/**
 * What a work tree is like, as far as its uncommitted changes can tell: the commit that it is at, and the changed and
 * untracked files with their sizes and times. No content is read but what git itself must look at, and what is only
 * put into the index is no change.
 * @throws GalleyError as runGit does
 */
export const readWorktreeState = async (topLevel: string, scope: TaskContext): Promise<string> => {
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
  const { commit, paths } = parseStatus(stdout);
  const hash = createHash('sha256').update(commit);
  for (let at = 0; at < paths.length; at += atOnce) {
    const some = paths.slice(at, at + atOnce);
    const states = await Promise.all(
      (at < lookedAtAtMost ? some : []).map((path) => stateOf(join(topLevel, path))),
    );
    for (const [index, path] of some.entries()) hash.update(`\0${path}\0${states[index] ?? ''}`);
  }
  return hash.digest('hex').slice(0, 32);
};

/** Fields before the path of a record, by its first letter. */
const fieldsBefore: Readonly<Record<string, number>> = { '1': 8, u: 10, '?': 1 };

/** The commit, and each path that is not as it is there, once and in order. */
const parseStatus = (output: string): { commit: string; paths: string[] } => {
  let commit = '';
  const paths = new Set<string>();
  for (const record of output.split('\0')) {
    if (record.startsWith('# branch.oid ')) commit = record;
    const fields = fieldsBefore[record[0] ?? ''];
    if (fields !== undefined) paths.add(record.split(' ').slice(fields).join(' '));
  }
  return { commit, paths: [...paths].toSorted() };
};

const stateOf = async (path: string): Promise<string> => {
  try {
    const { mode, ino, size, mtimeMs } = await lstat(path);
    return `${mode} ${ino} ${size} ${mtimeMs}`;
  } catch {
    // Gone, which is a state, too.
    return 'gone';
  }
};
