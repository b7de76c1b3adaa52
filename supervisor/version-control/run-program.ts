import type { execa as execaFunction } from 'execa';
import type { GalleyError } from '../../shared/errors.ts';
import type { TaskContext } from '../threads/task-context.ts';

export interface ProgramCall {
  readonly program: string;
  readonly args: readonly string[];
  /** Absolute path. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Turns a failure into what is thrown. */
  readonly errorOf: (failure: ProgramFailure) => GalleyError | Promise<GalleyError>;
  readonly run: ProgramRun;
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

/** How a run failed. */
export type ProgramFailure =
  | { readonly reason: 'cancelled' | 'timeout' | 'missing' | 'output' }
  | {
      readonly reason: 'exit';
      readonly exitCode: number | undefined;
      readonly signal: string | undefined;
      readonly stderr: string;
    };

export interface ProgramAnswer {
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
 * Runs a program without a shell.
 * @throws GalleyError of `errorOf`
 */
export const runProgram = async (call: ProgramCall): Promise<ProgramAnswer> => {
  const { errorOf } = call;
  const { context, okExitCodes = [0] } = call.run;
  if (context?.signal?.aborted === true) throw await errorOf({ reason: 'cancelled' });
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
    if (result.code === 'ENOENT' && pid === undefined) throw await errorOf({ reason: 'missing' });
    if (result.isCanceled) throw await errorOf({ reason: 'cancelled' });
    if (result.timedOut) throw await errorOf({ reason: 'timeout' });
    const { exitCode, signal } = result;
    if (exitCode === undefined || !okExitCodes.includes(exitCode))
      throw await errorOf({ reason: 'exit', exitCode, signal, stderr });
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

const takeOutput = async (output: Output, { run, errorOf }: ProgramCall): Promise<string> => {
  if (output === null || output === undefined) return '';
  const { onOutput, maxOutputBytes = maxDefaultOutputBytes } = run;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of output) {
    if (onOutput !== undefined) {
      await onOutput(part);
      continue;
    }
    bytes += part.length;
    if (bytes > maxOutputBytes) throw await errorOf({ reason: 'output' });
    parts.push(part);
  }
  return Buffer.concat(parts).toString(run.encoding);
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
