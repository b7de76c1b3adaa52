import type { Piscina } from 'piscina';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { errorFromBody, GalleyError } from '../../shared/errors.ts';
import type { Turns } from '../turns.ts';
import type { FromTask, TaskAnswer, TaskRequest, ToTask } from './task-requests.ts';

/** Why a task is stopped from outside. */
type StopReason = 'cancelled' | 'closing' | 'timeout' | 'no-thread';

/** How long a task has to end by itself, with what it started, before its thread is ended. */
const graceMs = 1500;

/**
 * One request on its way through a thread. It is stopped in two steps: it is asked to, and then its thread is ended.
 * Processes of a thread that was ended, or that died, are killed from here: nobody else could.
 */
export class PooledTask {
  readonly #request: TaskRequest;
  readonly #timeoutMs: number;
  readonly #channel = new MessageChannel();
  readonly #controller = new AbortController();
  readonly #pids = new Set<number>();
  #resolveEnded: () => void = () => undefined;
  /** Resolves when nothing of the task is left. */
  readonly ended = new Promise<void>((resolve) => {
    this.#resolveEnded = resolve;
  });
  #hasStarted = false;
  #stopReason: StopReason | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(request: TaskRequest, { timeoutMs }: { readonly timeoutMs: number }) {
    this.#request = request;
    this.#timeoutMs = timeoutMs;
    this.#channel.port1.on('message', (message: FromTask) => this.#take(message));
    this.#channel.port1.unref();
  }

  /** @throws GalleyError `preparation_timeout`, `preparation_failed` or `shutting_down` */
  async runOn(piscina: Promise<Piscina>, turns: Turns): Promise<TaskAnswer> {
    const { port1, port2 } = this.#channel;
    const { signal } = this.#controller;
    try {
      const pool = await piscina;
      if (this.#stopReason !== undefined) throw new Error('stopped before it began');
      const call = { request: this.#request, port: port2 };
      const run = () => pool.run(call, { transferList: [port2], signal }) as Promise<TaskAnswer>;
      const answer = await turns.take(run, signal);
      if (this.#stopReason !== undefined && !answer.ok) throw taskError(answer);
      return answer;
    } catch (error) {
      this.#killProcesses();
      throw this.#errorOf(error);
    } finally {
      clearTimeout(this.#timer);
      port1.close();
      port2.close();
      this.#resolveEnded();
    }
  }

  /** Ends the task's waiting for a thread, since none can be started. */
  giveUpWaiting(): void {
    if (!this.#hasStarted) this.stop('no-thread');
  }

  stop(reason: StopReason): void {
    if (this.#stopReason !== undefined) return;
    this.#stopReason = reason;
    clearTimeout(this.#timer);
    if (!this.#hasStarted) {
      this.#controller.abort();
      return;
    }
    this.#channel.port1.postMessage('abort' satisfies ToTask);
    this.#timer = setTimeout(() => this.#controller.abort(), graceMs);
  }

  #take(message: FromTask): void {
    switch (message.type) {
      case 'started':
        this.#hasStarted = true;
        if (this.#stopReason === undefined)
          this.#timer = setTimeout(() => this.stop('timeout'), this.#timeoutMs);
        break;
      case 'process-started':
        this.#pids.add(message.pid);
        break;
      case 'process-ended':
        this.#pids.delete(message.pid);
        break;
    }
  }

  /** The thread is gone, so nobody waits for its processes: their ids cannot be in use again. */
  #killProcesses(): void {
    for (
      let received = receiveMessageOnPort(this.#channel.port1);
      received !== undefined;
      received = receiveMessageOnPort(this.#channel.port1)
    )
      this.#take(received.message as FromTask);
    for (const pid of this.#pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended in the meantime.
      }
    }
  }

  #errorOf(cause: unknown): GalleyError {
    switch (this.#stopReason) {
      case 'timeout':
        return new GalleyError(
          'preparation_timeout',
          `The preparation took more than ${Math.ceil(this.#timeoutMs / 1000)} s and was stopped. Review a smaller part.`,
          { cause },
        );
      case 'cancelled':
        return new GalleyError('preparation_failed', 'The preparation was cancelled.', { cause });
      case 'closing':
        return new GalleyError('shutting_down', 'Galley is shutting down. Open the review again.', {
          cause,
        });
      case 'no-thread':
        return new GalleyError(
          'preparation_failed',
          'No thread could be started for the preparation. Was Galley updated or removed? Restart the supervisor (galley supervisor stop).',
          { cause },
        );
      case undefined:
    }
    const isMemory = (cause as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
    return new GalleyError(
      'preparation_failed',
      isMemory
        ? 'The preparation needed more memory than it may have and was stopped. Review a smaller part.'
        : 'The preparation failed: its thread ended. The log of the supervisor says why; try again.',
      { cause },
    );
  }
}

/** The error of a task that failed, as it was thrown in its thread. */
export const taskError = (answer: Extract<TaskAnswer, { ok: false }>): unknown =>
  'refusal' in answer ? errorFromBody(answer.refusal) : answer.thrown;
