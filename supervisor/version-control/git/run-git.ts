import { GalleyError } from '../../../shared/errors.ts';
import { gitEnv } from '../../../shared/node/env.ts';
import { isFolder } from '../../../shared/node/text-source.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import { runProgram, type ProgramAnswer, type ProgramRun } from '../run-program.ts';
import { safetyVariables, type GitSetting } from './git-safety.ts';

/** The task that a git run belongs to: it can cancel the run, and is told about its process. */
export type GitContext = Partial<TaskContext>;

export interface GitCall extends ProgramRun {
  /** Absolute path. */
  readonly cwd: string;
  readonly args: readonly string[];
  /** In addition to those of every run. */
  readonly settings?: readonly GitSetting[];
  readonly variables?: Readonly<Record<string, string>>;
}

/**
 * Runs git, without a shell, in a repository that may be hostile: see `git-safety.ts`.
 * @throws GalleyError `git_failed`, `not_a_repository` or `content_too_large`
 */
export const runGit = (call: GitCall): Promise<ProgramAnswer> =>
  runProgram({
    program: 'git',
    args: ['--no-pager', ...call.args],
    cwd: call.cwd,
    env: gitEnv({ ...safetyVariables(call.settings), ...call.variables }),
    errors: {
      code: 'git_failed',
      command: `git ${call.args.find((arg) => !arg.startsWith('-')) ?? ''}`.trim(),
      tooMuch: 'Add what need not be reviewed to .gitignore, or give a range.',
      missing: () => missing(call.cwd),
      explain: (stderr) => explain(call.cwd, stderr),
    },
    run: call,
  });

const missing = async (cwd: string): Promise<GalleyError> =>
  (await isFolder(cwd))
    ? new GalleyError(
        'git_failed',
        'git was not found. Install git 2.31 or newer, or correct PATH and restart the supervisor.',
      )
    : new GalleyError(
        'not_a_repository',
        `There is no folder ${cwd}. Start the review in a folder of a git repository.`,
      );

const explain = (cwd: string, stderr: string): GalleyError | undefined => {
  if (/dubious ownership/u.test(stderr))
    return new GalleyError(
      'git_failed',
      `git refuses ${cwd}, since it belongs to another user. If you trust it, run: git config --global --add safe.directory '${cwd}'`,
    );
  if (/index\.lock': File exists/u.test(stderr))
    return new GalleyError(
      'repository_locked',
      `Another program is writing the index of ${cwd}. Try again when it is done; if none is running, remove index.lock from the git folder.`,
    );
  return /not a git repository|must be run in a work tree|cannot use bare repository|no work tree/u.test(
    stderr,
  )
    ? new GalleyError(
        'not_a_repository',
        `${cwd} is not inside the work tree of a git repository. Start the review in one, or give a patch file.`,
      )
    : undefined;
};

/** The first version that takes settings from the environment; older ones would ignore the safety settings. */
const oldest = [2, 31] as const;

type Version = readonly [major: number, minor: number];

let known: Version | undefined;

/**
 * Checks that git is installed and recent enough to be run safely, and returns its version, which is cached.
 * @throws GalleyError `git_failed`, or as runGit does
 */
export const checkGitVersion = async (cwd: string, context: GitContext): Promise<Version> => {
  if (known !== undefined) return known;
  const { stdout } = await runGit({ cwd, args: ['version'], timeLimitMs: 10_000, context });
  const [, major, minor] = /^git version (\d{1,9})\.(\d{1,9})/u.exec(stdout) ?? [];
  const version = [Number(major ?? 0), Number(minor ?? 0)] as const;
  if (!isAtLeast(version, oldest))
    throw new GalleyError(
      'git_failed',
      `This is ${stdout.trim()}, and Galley needs git ${oldest.join('.')} or newer. Update git and try again.`,
    );
  known = version;
  return version;
};

/** Whether a version of git is another one or newer. */
export const isAtLeast = ([major, minor]: Version, other: Version): boolean =>
  major > other[0] || (major === other[0] && minor >= other[1]);

const programKeys = String.raw`^(filter\..*\.(clean|smudge|process|required)|hook\..*)$`;

/**
 * Settings that disable every configured filter and hook, for git runs that read the work tree or write an index.
 * @throws GalleyError as runGit does
 */
export const programsOff = async (cwd: string, context: GitContext): Promise<GitSetting[]> => {
  const { stdout } = await runGit({
    cwd,
    args: ['config', '-z', '--name-only', '--get-regexp', programKeys],
    // 1: no matches.
    okExitCodes: [0, 1],
    context,
  });
  const names = new Set(stdout.split('\0').flatMap(sectionOf));
  return [...names].flatMap(offSettings);
};

/** `filter.a.b.clean` → `filter.a.b`; the name may contain dots. */
const sectionOf = (key: string): string[] => {
  const last = key.lastIndexOf('.');
  return last > key.indexOf('.') ? [key.slice(0, last)] : [];
};

/** Git fails if a `required` filter has no command, so it is made optional as well. */
const offSettings = (section: string): GitSetting[] =>
  section.startsWith('hook.')
    ? [[`${section}.enabled`, 'false']]
    : [
        [`${section}.clean`, ''],
        [`${section}.smudge`, ''],
        [`${section}.process`, ''],
        [`${section}.required`, 'false'],
      ];
