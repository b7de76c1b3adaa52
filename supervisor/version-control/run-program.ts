import { setMaxListeners } from 'node:events';
import type { execa as execaFunction } from 'execa';
import { GalleyError, type ErrorCode } from '../../shared/errors.ts';
import { reasonOf } from '../../shared/node/secure-folder.ts';
import type { TaskContext } from '../threads/task-context.ts';

export interface ProgramCall {
  readonly program: string;
  readonly args: readonly string[];
  /** Absolute path. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly errors: ProgramErrors;
  readonly run: ProgramRun;
}

/** What is said when a program fails. */
export interface ProgramErrors {
  readonly code: ErrorCode;
  /** The command without its options: `git log`. */
  readonly command: string;
  /** What to do if it prints too much to be reviewed. */
  readonly tooMuch: string;
  readonly missing: () => GalleyError | Promise<GalleyError>;
  /** Explains what stderr says, where it is known. */
  readonly explain: (stderr: string) => GalleyError | undefined;
}

/** What is written to a program, and what is done with its output. */
export interface ProgramRun {
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
  /** The task that the run belongs to: it can cancel the run, and is told about its process. */
  readonly context?: Partial<TaskContext>;
}

export interface ProgramAnswer {
  readonly exitCode: number;
  /** Collected output; empty with `onOutput`. */
  readonly stdout: string;
  readonly stderr: string;
}

const defaultTimeLimitMs = 120_000;
const maxDefaultOutputBytes = 64 * 1024 * 1024;
const maxStderrBytes = 64 * 1024;
const killAfterMs = 500;

const cancelled = (): GalleyError =>
  new GalleyError('preparation_failed', 'The preparation was cancelled.');

const tookTooLong = ({ cwd, errors: { command } }: ProgramCall): GalleyError =>
  new GalleyError(
    'preparation_timeout',
    `${command} took too long in ${cwd} and was stopped. Review a smaller range, or a patch file. If that takes as long, look for files in its configuration that cannot be read.`,
  );

const printedTooMuch = ({ errors: { command, tooMuch } }: ProgramCall): GalleyError =>
  new GalleyError('content_too_large', `${command} printed more than can be reviewed. ${tooMuch}`);

const notStarted = ({ cwd, errors: { code, command } }: ProgramCall, cause: unknown): GalleyError =>
  new GalleyError(
    code,
    `${command} could not be started in ${cwd} (${reasonOf(cause)}). Correct that and open the review again.`,
    { cause },
  );

interface Failure {
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  readonly stderr: string;
}

const failed = (
  { cwd, errors: { code, command } }: ProgramCall,
  { exitCode, signal, stderr }: Failure,
): GalleyError => {
  const how = exitCode === undefined ? `was ended by ${signal}` : `exit ${exitCode}`;
  return new GalleyError(
    code,
    `${command} failed in ${cwd} (${how}): ${lastWords(stderr)} Correct that and open the review again.`,
  );
};

/** The first lines of stderr, from jj's error on, joined into one. */
export const lastWords = (stderr: string): string => {
  const lines = stderr
    .slice(Math.max(0, stderr.search(/^Error:/mu)))
    .split('\n')
    .map((line) => line.replace(/^Error: /u, '').trim())
    .filter((line) => line !== '' && !/^(?:hint|warning):/iu.test(line));
  const text = lines.slice(0, 3).join(' ').slice(0, 600);
  return text === '' ? 'it said nothing.' : text.replace(/[^.!?]$/u, '$&.');
};

/**
 * Runs a program without a shell.
 * @throws GalleyError `preparation_failed`, `preparation_timeout`, `content_too_large`, or one of the program's own
 */
export const runProgram = async (call: ProgramCall): Promise<ProgramAnswer> => {
  const { errors } = call;
  const { context, okExitCodes = [0] } = call.run;
  if (context?.signal?.aborted === true) throw cancelled();
  // Each program of a task listens.
  if (context?.signal !== undefined) setMaxListeners(0, context.signal);
  // Loaded lazily: this would take a third of the supervisor's startup time.
  const { execa } = await import('execa');
  const child = start(execa, call);
  const { pid } = child;
  if (pid !== undefined) context?.onStart?.(pid);
  try {
    const [result, stdout, stderr] = await Promise.all([
      child,
      stopOnFailure(child, takeOutput(child.stdout, call)),
      readHead(child.stderr),
    ]);
    if (pid === undefined)
      throw result.code === 'ENOENT' ? await errors.missing() : notStarted(call, result.cause);
    if (result.isCanceled) throw cancelled();
    if (result.timedOut) throw tookTooLong(call);
    const { exitCode, signal } = result;
    if (exitCode === undefined || !okExitCodes.includes(exitCode))
      throw errors.explain(stderr) ?? failed(call, { exitCode, signal, stderr });
    return { exitCode, stdout, stderr };
  } finally {
    if (pid !== undefined) context?.onEnd?.(pid);
  }
};

type Execa = typeof execaFunction;

const start = (execa: Execa, { program, args, cwd, env, run }: ProgramCall) => {
  const { input, timeLimitMs = defaultTimeLimitMs, context } = run;
  return execa(program, args, {
    cwd,
    env,
    extendEnv: false,
    ...(input === undefined ? { stdin: 'ignore' } : { input }),
    buffer: false,
    encoding: 'buffer',
    reject: false,
    // The pool kills leftover processes; avoid an exit listener per run.
    cleanup: false,
    timeout: timeLimitMs,
    forceKillAfterDelay: killAfterMs,
    ...(context?.signal === undefined ? {} : { cancelSignal: context.signal }),
  });
};

type Output = AsyncIterable<Buffer> | null | undefined;

const takeOutput = async (output: Output, call: ProgramCall): Promise<string> => {
  if (output === null || output === undefined) return '';
  const { onOutput, maxOutputBytes = maxDefaultOutputBytes, encoding } = call.run;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of output) {
    if (onOutput !== undefined) {
      await onOutput(part);
      continue;
    }
    bytes += part.length;
    if (bytes > maxOutputBytes) throw printedTooMuch(call);
    parts.push(part);
  }
  return Buffer.concat(parts).toString(encoding);
};

/** Kills the program when its output cannot be processed, instead of leaving it blocked on a full pipe. */
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
