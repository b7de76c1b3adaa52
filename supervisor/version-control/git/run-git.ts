import type { execa as execaFunction } from 'execa';
import { GalleyError } from '../../../shared/errors.ts';
import { gitEnv } from '../../../shared/node/env.ts';
import { isFolder } from '../../../shared/node/text-source.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import { gitError } from './git-error.ts';
import { safetyVariables, type GitSetting } from './git-safety.ts';

/** The task that a git run belongs to: it can cancel the run, and is told about its process. */
export type GitContext = Partial<TaskContext>;

export interface GitCall {
  /** Absolute path. */
  readonly cwd: string;
  readonly args: readonly string[];
  /** In addition to those of every run. */
  readonly settings?: readonly GitSetting[];
  readonly variables?: Readonly<Record<string, string>>;
  /** Written to stdin. */
  readonly input?: string | Uint8Array;
  /** Exit codes that count as success; default 0. */
  readonly okExitCodes?: readonly number[];
  /** Encoding of the collected output; default UTF-8. Latin-1 keeps paths, which are arbitrary bytes, intact. */
  readonly encoding?: 'latin1';
  /** Receives the output in chunks, with backpressure; otherwise the output is collected. */
  readonly onOutput?: (part: Buffer) => Promise<void>;
  /** Maximum size of collected output. */
  readonly maxOutputBytes?: number;
  readonly timeLimitMs?: number;
  readonly context?: GitContext;
}

export interface GitAnswer {
  readonly exitCode: number;
  /** Collected output; empty with `onOutput`. */
  readonly stdout: string;
  readonly stderr: string;
}

const defaultTimeLimitMs = 120_000;
const maxDefaultOutputBytes = 64 * 1024 * 1024;
const maxStderrBytes = 16 * 1024;
const killAfterMs = 500;

/**
 * Runs git, without a shell, in a repository that may be hostile: see `git-safety.ts`.
 * @throws GalleyError `git_failed`, `not_a_repository` or `content_too_large`
 */
export const runGit = async (call: GitCall): Promise<GitAnswer> => {
  if (call.context?.signal?.aborted === true) throw gitError(call, { reason: 'cancelled' });
  // Loaded lazily: this would take a third of the supervisor's startup time.
  const { execa } = await import('execa');
  const child = start(execa, call);
  const { pid } = child;
  if (pid !== undefined) call.context?.onStart?.(pid);
  try {
    const [result, stdout, stderr] = await Promise.all([
      child,
      stopOnFailure(child, takeOutput(child.stdout, call)),
      readHead(child.stderr),
    ]);
    if (result.code === 'ENOENT' && pid === undefined) throw await missingError(call);
    if (result.isCanceled) throw gitError(call, { reason: 'cancelled' });
    if (result.timedOut) throw gitError(call, { reason: 'timeout' });
    const { exitCode } = result;
    if (exitCode === undefined || !(call.okExitCodes ?? [0]).includes(exitCode))
      throw gitError(call, { reason: 'exit', exitCode, signal: result.signal, stderr });
    return { exitCode, stdout, stderr };
  } finally {
    if (pid !== undefined) call.context?.onEnd?.(pid);
  }
};

type Execa = typeof execaFunction;

const start = (execa: Execa, call: GitCall) => {
  const { cwd, args, settings, variables, input, timeLimitMs, context } = call;
  return execa('git', ['--no-pager', ...args], {
    cwd,
    env: gitEnv({ ...safetyVariables(settings), ...variables }),
    extendEnv: false,
    ...(input === undefined ? { stdin: 'ignore' } : { input }),
    buffer: false,
    encoding: 'buffer',
    reject: false,
    // The pool kills leftover processes; avoid an exit listener per run.
    cleanup: false,
    timeout: timeLimitMs ?? defaultTimeLimitMs,
    forceKillAfterDelay: killAfterMs,
    ...(context?.signal === undefined ? {} : { cancelSignal: context.signal }),
  });
};

type Output = AsyncIterable<Buffer> | null | undefined;

const takeOutput = async (output: Output, call: GitCall): Promise<string> => {
  if (output === null || output === undefined) return '';
  const { onOutput, maxOutputBytes = maxDefaultOutputBytes } = call;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of output) {
    if (onOutput !== undefined) {
      await onOutput(part);
      continue;
    }
    bytes += part.length;
    if (bytes > maxOutputBytes) throw gitError(call, { reason: 'output' });
    parts.push(part);
  }
  return Buffer.concat(parts).toString(call.encoding);
};

/** Kills git when its output cannot be processed, instead of leaving it blocked on a full pipe. */
const stopOnFailure = async <T>(
  child: PromiseLike<unknown> & { kill: () => boolean },
  taking: Promise<T>,
): Promise<T> => {
  try {
    return await taking;
  } catch (error) {
    child.kill();
    await child;
    throw error;
  }
};

/** Reads the start of a stream and discards the rest. */
const readHead = async (output: Output): Promise<string> => {
  if (output === null || output === undefined) return '';
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of output) {
    if (bytes < maxStderrBytes) parts.push(part.subarray(0, maxStderrBytes - bytes));
    bytes += part.length;
  }
  return Buffer.concat(parts).toString();
};

const missingError = async ({ cwd, args }: GitCall): Promise<GalleyError> => {
  return (await isFolder(cwd))
    ? gitError({ cwd, args }, { reason: 'missing' })
    : new GalleyError(
        'not_a_repository',
        `There is no folder ${cwd}. Start the review in a folder of a git repository.`,
      );
};

/** The first version that takes settings from the environment; older ones would ignore the safety settings. */
const oldest = [2, 31] as const;

let isChecked = false;

/**
 * Checks that git is installed and recent enough to be run safely. Success is cached.
 * @throws GalleyError `git_failed`, or as runGit does
 */
export const checkGitVersion = async (cwd: string, context: GitContext): Promise<void> => {
  if (isChecked) return;
  const { stdout } = await runGit({ cwd, args: ['version'], timeLimitMs: 10_000, context });
  const [, major, minor] = /^git version (\d{1,9})\.(\d{1,9})/u.exec(stdout) ?? [];
  const version = [Number(major ?? 0), Number(minor ?? 0)] as const;
  if (version[0] < oldest[0] || (version[0] === oldest[0] && version[1] < oldest[1]))
    throw new GalleyError(
      'git_failed',
      `This is ${stdout.trim()}, and Galley needs git ${oldest.join('.')} or newer. Update git and try again.`,
    );
  isChecked = true;
};

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
