import type { Piscina } from 'piscina';
import { GalleyError } from '../../shared/errors.ts';
import { Turns } from '../turns.ts';
import { PooledTask, taskError } from './pooled-task.ts';
import type { TaskRequest, TaskResult } from './task-requests.ts';

export interface ThreadPoolOptions {
  /** Absolute path of the bundled `thread.ts`. */
  readonly file: string;
  /** Threads at most; they are started on demand and end when they are idle. */
  readonly threads: number;
  /** Tasks that a thread has at once, where they mostly wait for something; 1 where absent. */
  readonly tasksPerThread?: number;
  /** Threads that stay, once there are any. */
  readonly keptThreads?: number;
  /** Tasks that may wait, of all sessions together. */
  readonly maxQueue: number;
  /** How long a task may run; what it waits before does not count. */
  readonly taskTimeoutMs: number;
  /** Heap of a thread. */
  readonly memoryMiB: number;
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
   * @throws GalleyError `queue_full`, `preparation_timeout`, `preparation_failed`, `shutting_down`, or what the task throws
   */
  readonly run: <Request extends TaskRequest>(
    request: Request,
    options?: { readonly signal?: AbortSignal },
  ) => Promise<TaskResult<Request>>;
  readonly stats: () => ThreadPoolStats;
  /** Starts the threads that stay, so that the first task does not wait for one. */
  readonly warm: () => Promise<void>;
  /** Stops what runs and waits, and ends the threads. May be called again. */
  readonly close: () => Promise<void>;
}

const idleTimeoutMs = 30_000;

/** The threads for what is heavy. A task that dies, takes too long or too much memory fails alone. */
export const createThreadPool = (options: ThreadPoolOptions): ThreadPool => {
  const tasks = new Set<PooledTask>();
  const totals = { completed: 0, failed: 0 };
  // Piscina would run the task first that came last.
  const atOnce = options.threads * (options.tasksPerThread ?? 1);
  const turns = new Turns(atOnce);
  let piscina: Promise<Piscina> | undefined;
  let closing: Promise<void> | undefined;

  const start = (): Promise<Piscina> =>
    (piscina ??= startPiscina(options, () => {
      for (const waiting of tasks) waiting.giveUpWaiting();
    }));

  const admit = (signal: AbortSignal | undefined): void => {
    if (closing !== undefined)
      throw new GalleyError('shutting_down', 'Galley is shutting down. Open the review again.');
    if (signal?.aborted === true)
      throw new GalleyError('preparation_failed', 'The preparation was cancelled.');
    if (tasks.size >= atOnce + options.maxQueue)
      throw new GalleyError(
        'queue_full',
        `${options.maxQueue} tasks are waiting already. Try again in a moment.`,
      );
  };

  const run = async <Request extends TaskRequest>(
    request: Request,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<TaskResult<Request>> => {
    admit(signal);
    const task = new PooledTask(request, { timeoutMs: options.taskTimeoutMs });
    const cancel = (): void => task.stop('cancelled');
    signal?.addEventListener('abort', cancel, { once: true });
    tasks.add(task);
    try {
      const answer = await task.runOn(start(), turns);
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
    const started = await piscina;
    await started?.destroy();
  };

  return {
    run,
    warm: async () => void (closing ?? (await start())),
    stats: () => {
      const running = Math.min(tasks.size, atOnce);
      return { running, queued: tasks.size - running, ...totals };
    },
    close: () => (closing ??= close()),
  };
};

/** Loaded with the first task: a supervisor that starts does not wait for it. */
const startPiscina = async (
  { file, threads, tasksPerThread = 1, keptThreads = 0, memoryMiB }: ThreadPoolOptions,
  onThreadError: () => void,
): Promise<Piscina> => {
  const { Piscina } = await import('piscina');
  const pool = new Piscina({
    filename: file,
    name: 'runTask',
    minThreads: keptThreads,
    maxThreads: threads,
    concurrentTasksPerWorker: tasksPerThread,
    idleTimeout: idleTimeoutMs,
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: memoryMiB },
  });
  // A thread that could not load, or died without a task. Tasks would wait for ever; and an error event that nobody
  // listens to would end the process.
  pool.on('error', onThreadError);
  return pool;
};
