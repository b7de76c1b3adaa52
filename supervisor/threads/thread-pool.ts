import { GalleyError } from '../../shared/errors.ts';
import { Semaphore } from '../semaphore.ts';
import { PooledTask, taskError } from './pooled-task.ts';
import type { ThreadOptions } from './task-messages.ts';
import type { TaskProcess } from './task-process.ts';
import type { TaskRequest, TaskResult } from './task-requests.ts';

export interface ThreadPoolOptions extends ThreadOptions {
  /** The process with the threads. */
  readonly process: TaskProcess;
  /** Unique within the process. */
  readonly name: string;
  /** How many tasks may wait, of all sessions together. */
  readonly maxQueue: number;
  /** How long a task may run, not counting time in the queue. */
  readonly taskTimeoutMs: number;
}

export interface ThreadPoolStats {
  readonly running: number;
  readonly queued: number;
  readonly completed: number;
  readonly failed: number;
}

export interface ThreadPool {
  /**
   * Runs a task.
   * @throws GalleyError `queue_full`, `preparation_timeout`, `preparation_failed`, `worker_failed`, `shutting_down`, or what the task throws
   */
  readonly run: <Request extends TaskRequest>(
    request: Request,
    options?: { readonly signal?: AbortSignal },
  ) => Promise<TaskResult<Request>>;
  readonly stats: () => ThreadPoolStats;
  /** Starts the permanent threads, so that the first task does not wait for one. */
  readonly warm: () => void;
  /** Stops running and waiting tasks. Idempotent. The threads belong to the process. */
  readonly close: () => Promise<void>;
}

/** A pool for heavy work. A task that dies, or exceeds its time or memory limit, fails alone. */
export const createThreadPool = (options: ThreadPoolOptions): ThreadPool => {
  const { process, name, maxQueue, taskTimeoutMs, ...threads } = options;
  const pool = { name, threads };
  const tasks = new Set<PooledTask>();
  const totals = { completed: 0, failed: 0 };
  // Piscina's own queue is not FIFO.
  const atOnce = threads.threads * (threads.tasksPerThread ?? 1);
  const semaphore = new Semaphore(atOnce);
  let closing: Promise<void> | undefined;

  const admit = (signal: AbortSignal | undefined): void => {
    if (closing !== undefined)
      throw new GalleyError('shutting_down', 'Galley is shutting down. Open the review again.');
    if (signal?.aborted === true)
      throw new GalleyError('preparation_failed', 'The preparation was cancelled.');
    if (tasks.size >= atOnce + maxQueue)
      throw new GalleyError(
        'queue_full',
        `${maxQueue} tasks are waiting already. Try again in a moment.`,
      );
  };

  const run = async <Request extends TaskRequest>(
    request: Request,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<TaskResult<Request>> => {
    admit(signal);
    const task = new PooledTask(request, { process, pool, timeoutMs: taskTimeoutMs });
    const cancel = (): void => task.stop('cancelled');
    signal?.addEventListener('abort', cancel, { once: true });
    tasks.add(task);
    try {
      const answer = await task.run(semaphore);
      if (!answer.ok) throw taskError(answer);
      totals.completed += 1;
      return answer.result;
    } catch (error) {
      totals.failed += 1;
      throw error;
    } finally {
      tasks.delete(task);
      signal?.removeEventListener('abort', cancel);
    }
  };

  const close = async (): Promise<void> => {
    for (const task of tasks) task.stop('closing');
    await Promise.all([...tasks].map((task) => task.ended));
  };

  return {
    run,
    warm: () => {
      if (closing === undefined) process.open(pool);
    },
    stats: () => {
      const running = Math.min(tasks.size, atOnce);
      return { running, queued: tasks.size - running, ...totals };
    },
    close: () => (closing ??= close()),
  };
};
