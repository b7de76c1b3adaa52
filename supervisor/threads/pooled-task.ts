import { errorFromBody, GalleyError } from '../../shared/errors.ts';
import type { Semaphore } from '../semaphore.ts';
import type { TaskAnswer, TaskEnd } from './task-messages.ts';
import type { TaskHandle, NamedPool, TaskProcess } from './task-process.ts';
import type { TaskRequest } from './task-requests.ts';

type StopReason = 'cancelled' | 'closing' | 'timeout';

/** How long a stopped task may take to end by itself before its thread is terminated. */
const graceMs = 1500;
/** How long termination may take before the whole process is killed. */
const endMs = 5000;

interface PooledTaskOptions {
  readonly process: TaskProcess;
  readonly pool: NamedPool;
  readonly timeoutMs: number;
}

/**
 * A request running in the task process. Stopping it escalates: abort the task, terminate its thread, kill the process.
 */
export class PooledTask {
  readonly #request: TaskRequest;
  readonly #options: PooledTaskOptions;
  readonly #waiting = new AbortController();
  #resolveEnded: () => void = () => undefined;
  /** Resolves when the task is completely gone. */
  readonly ended = new Promise<void>((resolve) => {
    this.#resolveEnded = resolve;
  });
  #handle: TaskHandle | undefined;
  #stopReason: StopReason | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(request: TaskRequest, options: PooledTaskOptions) {
    this.#request = request;
    this.#options = options;
  }

  /** @throws GalleyError `preparation_timeout`, `preparation_failed`, `worker_failed` or `shutting_down` */
  async run(semaphore: Semaphore): Promise<TaskAnswer> {
    try {
      const end = await semaphore.run(() => this.#dispatch(), this.#waiting.signal);
      if ('died' in end) throw this.#errorOf(end);
      if (this.#stopReason !== undefined && !end.ok) throw this.#stopError(taskError(end));
      return end;
    } catch (error) {
      if (error instanceof GalleyError) throw error;
      throw this.#stopError(error);
    } finally {
      clearTimeout(this.#timer);
      this.#resolveEnded();
    }
  }

  stop(reason: StopReason): void {
    if (this.#stopReason !== undefined) return;
    this.#stopReason = reason;
    clearTimeout(this.#timer);
    this.#waiting.abort();
    // It may have started without us knowing yet.
    this.#handle?.abort();
    this.#timer = setTimeout(() => this.#endThread(), graceMs);
  }

  /** Runs it; once more if the process died meanwhile, which may have been another task's fault. */
  async #dispatch(): Promise<TaskEnd> {
    const end = await this.#attempt();
    const isSuspect = 'died' in end && end.died === 'process' && this.#stopReason === undefined;
    if (!isSuspect) return end;
    clearTimeout(this.#timer);
    return this.#options.process.suspects.run(() => this.#attempt(), this.#waiting.signal);
  }

  #attempt(): Promise<TaskEnd> {
    const { process, pool } = this.#options;
    this.#handle = process.run({ pool, request: this.#request, onStarted: () => this.#started() });
    return this.#handle.ended;
  }

  #started(): void {
    if (this.#stopReason === undefined)
      this.#timer = setTimeout(() => this.stop('timeout'), this.#options.timeoutMs);
  }

  #endThread(): void {
    this.#handle?.end();
    this.#timer = setTimeout(() => this.#handle?.kill(), endMs);
  }

  #stopError(cause: unknown): GalleyError {
    switch (this.#stopReason) {
      case 'timeout':
        return new GalleyError(
          'preparation_timeout',
          `The preparation took more than ${Math.ceil(this.#options.timeoutMs / 1000)} s and was stopped. Review a smaller part.`,
          { cause },
        );
      case 'closing':
        return new GalleyError('shutting_down', 'Galley is shutting down. Open the review again.', {
          cause,
        });
      case 'cancelled':
      case undefined:
        return new GalleyError('preparation_failed', 'The preparation was cancelled.', { cause });
    }
  }

  #errorOf({ died, reason }: Extract<TaskEnd, { died: string }>): GalleyError {
    const cause = new Error(reason);
    if (this.#stopReason !== undefined) return this.#stopError(cause);
    switch (died) {
      case 'memory':
        return failed(
          'The preparation needed more memory than it may have and was stopped. Review a smaller part.',
          cause,
        );
      case 'thread':
        return failed(
          "The preparation failed: its thread died. Try again; the supervisor's log says why.",
          cause,
        );
      case 'process':
        return failed(
          `The preparation failed: its process died (${reason}). Try again; the supervisor's log has the details.`,
          cause,
        );
      case 'no-thread':
        return failed(
          'No thread could be started for the preparation. Was Galley updated or removed? Restart the supervisor (galley supervisor stop).',
          cause,
        );
      case 'no-process':
        return new GalleyError(
          'worker_failed',
          `A process for the preparation could not be started (${reason}). Close sessions, or raise the limits of processes, open files or memory, then try again.`,
          { cause },
        );
    }
  }
}

const failed = (sentence: string, cause: Error): GalleyError =>
  new GalleyError('preparation_failed', sentence, { cause });

/** The error that a task threw in its thread. */
export const taskError = (answer: Extract<TaskAnswer, { ok: false }>): unknown =>
  'refusal' in answer ? errorFromBody(answer.refusal) : answer.thrown;
