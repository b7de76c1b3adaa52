import { GalleyError } from '../../shared/errors.ts';
import { Turns } from '../turns.ts';
import { PooledTask, taskError } from './pooled-task.ts';
import type { Threads } from './task-messages.ts';
import type { TaskProcess } from './task-process.ts';
import type { TaskRequest, TaskResult } from './task-requests.ts';

export interface ThreadPoolOptions extends Threads {
  /** Where the threads are. */
  readonly process: TaskProcess;
  /** No other pool of that process has it. */
  readonly name: string;
  /** Tasks that may wait, of all sessions together. */
  readonly maxQueue: number;
  /** How long a task may run; what it waits before does not count. */
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
  /** Starts the threads that stay, so that the first task does not wait for one. */
  readonly warm: () => void;
  /** Stops what runs and waits. The threads are the process's. May be called again. */
  readonly close: () => Promise<void>;
}

/** The threads for what is heavy. A task that dies, takes too long or too much memory fails alone. */
export const createThreadPool = (options: ThreadPoolOptions): ThreadPool => {
  const { process, name, maxQueue, taskTimeoutMs, ...threads } = options;
  const pool = { name, threads };
  const tasks = new Set<PooledTask>();
  const totals = { completed: 0, failed: 0 };
  // Piscina would run the task first that came last.
  const atOnce = threads.threads * (threads.tasksPerThread ?? 1);
  const turns = new Turns(atOnce);
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
      const answer = await task.run(turns);
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
