import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GalleyError } from '../../../shared/errors.ts';
import { jjEnv, jjProgram, userConfigFolder } from '../../../shared/node/env.ts';
import {
  runProgram,
  type ProgramAnswer,
  type ProgramFailure,
  type ProgramRun,
} from '../run-program.ts';
import { refuseForeignConfig } from './workspace.ts';

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
  await refuseForeignConfig(root);
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
      errorOf: (failure) => jjError(call, failure),
      run: call,
    });
  } finally {
    await rm(config, { recursive: true, force: true });
  }
};

const jjError = ({ root, args }: JjCall, failure: ProgramFailure): GalleyError => {
  const command = `jj ${args[0] ?? ''}`;
  switch (failure.reason) {
    case 'cancelled':
      return new GalleyError('preparation_failed', 'The preparation was cancelled.');
    case 'timeout':
      return new GalleyError(
        'preparation_timeout',
        `${command} took too long in ${root} and was stopped. Review a smaller range, or a patch file.`,
      );
    case 'missing':
      return new GalleyError(
        'jj_failed',
        'jj was not found. Install Jujutsu, or set PATH or JJ_BIN and restart the supervisor.',
      );
    case 'output':
      return new GalleyError(
        'content_too_large',
        `${command} printed more than can be reviewed. Name a smaller range.`,
      );
    case 'exit':
      return exitError(command, root, failure);
  }
};

const exitError = (
  command: string,
  root: string,
  { exitCode, signal, stderr }: Extract<ProgramFailure, { reason: 'exit' }>,
): GalleyError => {
  const words = lastWords(stderr);
  if (
    /^Error: (?:Revision|Failed to parse revset|Change ID|Commit or change|Revset|Cannot diff|Commit ID prefix|Function|Working copy)/mu.test(
      stderr,
    )
  )
    return new GalleyError(
      'unknown_revision',
      `jj cannot resolve this: ${words} Give a revision or a revset, such as @-, main or main..@.`,
    );
  const how = exitCode === undefined ? `was ended by ${signal}` : `exit ${exitCode}`;
  return new GalleyError(
    'jj_failed',
    `${command} failed in ${root} (${how}): ${words} Correct that and open the review again.`,
  );
};

/** The first lines of stderr from the error on, joined into one. */
const lastWords = (stderr: string): string => {
  const lines = stderr
    .slice(Math.max(0, stderr.search(/^Error:/mu)))
    .split('\n')
    .map((line) => line.replace(/^Error: /u, '').trim())
    .filter((line) => line !== '' && !/^(?:Hint|Warning):/u.test(line));
  const text = lines.slice(0, 3).join(' ').slice(0, 600);
  return text === '' ? 'it said nothing.' : text.replace(/[^.!?]$/u, '$&.');
};
