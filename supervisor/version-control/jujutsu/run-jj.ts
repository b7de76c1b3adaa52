import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GalleyError } from '../../../shared/errors.ts';
import { jjEnv, jjProgram, userConfigFolder } from '../../../shared/node/env.ts';
import { lastWords, runProgram, type ProgramAnswer, type ProgramRun } from '../run-program.ts';
import { refuseForeign } from './refuse-foreign.ts';

export interface JjCall extends ProgramRun {
  /** Absolute path of the workspace. */
  readonly root: string;
  /** The operation to look at; without it, the working copy is recorded first, outside of the operation log. */
  readonly operation?: string;
  readonly args: readonly string[];
}

/** The same working copy recorded again is the same commit and operation, so looking twice adds nothing. */
const fixedTime = '2001-02-03T04:05:06+00:00';

/** Settings over those of any file. The last ones keep the shape of the output. */
const safeSettings: readonly (readonly [key: string, value: string])[] = [
  ['fsmonitor.backend', '"none"'],
  ['signing.backend', '"none"'],
  ['signing.behavior', '"drop"'],
  ['debug.commit-timestamp', `"${fixedTime}"`],
  ['debug.operation-timestamp', `"${fixedTime}"`],
  ['ui.diff-formatter', '":git"'],
  ['ui.conflict-marker-style', '"diff"'],
  ['diff.git.context', '3'],
];

const safeOptions: readonly string[] = [
  '--no-pager',
  '--color=never',
  ...safeSettings.map(([key, value]) => `--config=${key}=${value}`),
];

/**
 * Runs jj, without a shell, in a repository that may be hostile: with no configuration of the repository or of the
 * user, and without a change of the operation log or the working copy. Commands must have their full names, since those
 * cannot be aliases.
 * @throws GalleyError `jj_failed`, `unknown_revision` or `content_too_large`
 */
export const runJj = async (call: JjCall): Promise<ProgramAnswer> => {
  const { root, operation, args } = call;
  await refuseForeign(root);
  const config = await mkdtemp(join(tmpdir(), 'galley-jj-'));
  try {
    // What git ignores everywhere is not recorded either.
    await symlink(join(userConfigFolder(), 'git'), join(config, 'git'));
    return await runProgram({
      program: jjProgram(),
      args: [
        ...safeOptions,
        '--repository=.',
        operation === undefined ? '--no-integrate-operation' : `--at-operation=${operation}`,
        ...args,
      ],
      cwd: root,
      env: jjEnv(config),
      errors: {
        code: 'jj_failed',
        command: `jj ${args[0] ?? ''}`,
        tooMuch: 'Name a smaller range.',
        missing,
        explain,
      },
      run: call,
    });
  } finally {
    await rm(config, { recursive: true, force: true });
  }
};

const missing = (): GalleyError =>
  new GalleyError(
    'jj_failed',
    'jj was not found. Install Jujutsu, or set PATH or JJ_BIN and restart the supervisor.',
  );

const unresolved =
  /^Error: (?:Revision|Failed to parse revset|Change ID|Commit or change|Revset|Cannot diff|Commit ID prefix|Function|Working copy)/mu;

const explain = (stderr: string): GalleyError | undefined => {
  if (unresolved.test(stderr))
    return new GalleyError(
      'unknown_revision',
      `jj cannot resolve this: ${lastWords(stderr)} Give a revision or a revset, such as @-, main or main..@.`,
    );
  return stderr.includes("unexpected argument '--no-integrate-operation'") ? tooOld() : undefined;
};

const tooOld = (): GalleyError =>
  new GalleyError(
    'jj_failed',
    'This jj cannot look at a workspace without recording an operation: Galley needs jj 0.41 or newer. Update jj and try again, or give a patch file.',
  );
