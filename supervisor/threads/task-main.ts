import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type {
  FromTaskProcess,
  FromThread,
  TaskAnswer,
  TaskEnd,
  ThreadOptions,
  ToTaskProcess,
  ToThread,
} from './task-messages.ts';
import type { TaskRequest } from './task-requests.ts';

/**
 * A request running in a thread of this process. Child processes of a thread that was terminated or died are killed
 * from here, since nobody else could.
 */
class ThreadCall {
  readonly #channel = new MessageChannel();
  readonly #controller = new AbortController();
  readonly #pids = new Set<number>();
  readonly #onStarted: () => void;
  #hasStarted = false;
  #hasLostThread = false;
  #noThread: Error | undefined;

  constructor(onStarted: () => void) {
    this.#onStarted = onStarted;
    this.#channel.port1.on('message', (message: FromThread) => this.#take(message));
  }

  /** Never rejects. */
  async run(pool: Piscina, request: TaskRequest): Promise<TaskEnd> {
    const { port2 } = this.#channel;
    const { signal } = this.#controller;
    try {
      const call = { request, port: port2 };
      return (await pool.run(call, { transferList: [port2], signal })) as TaskAnswer;
    } catch (error) {
      this.#killProcesses();
      return this.#deathOf(error);
    } finally {
      // The thread closes its own end, which may come later.
      port2.close();
    }
  }

  /** Asks the task to stop by itself. */
  abort(): void {
    this.#channel.port1.postMessage('abort' satisfies ToThread);
  }

  /** Terminates its thread, or stops waiting for one. */
  end(): void {
    this.#controller.abort();
  }

  /** Stops waiting for a thread, since none can be started. */
  giveUpWaiting(cause: Error): void {
    if (this.#hasStarted) return;
    this.#noThread = cause;
    this.end();
  }

  #take(message: FromThread): void {
    switch (message.type) {
      case 'started':
        this.#hasStarted = true;
        this.#onStarted();
        break;
      case 'process-started':
        this.#pids.add(message.pid);
        if (this.#hasLostThread) kill(message.pid);
        break;
      case 'process-ended':
        this.#pids.delete(message.pid);
        break;
    }
  }

  /** The thread is gone or going, so nobody reaps its processes and their pids cannot be reused yet. */
  #killProcesses(): void {
    const { port1 } = this.#channel;
    for (
      let received = receiveMessageOnPort(port1);
      received !== undefined;
      received = receiveMessageOnPort(port1)
    )
      this.#take(received.message as FromThread);
    for (const pid of this.#pids) kill(pid);
    // A dying thread may just have started another one.
    this.#hasLostThread = true;
  }

  #deathOf(error: unknown): TaskEnd {
    if (this.#noThread !== undefined)
      return { ok: false, died: 'no-thread', reason: String(this.#noThread) };
    const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
    return { ok: false, died: isMemory ? 'memory' : 'thread', reason: String(error) };
  }
}

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
};

const idleTimeoutMs = 30_000;

interface Pool {
  readonly piscina: Piscina;
  readonly calls: Set<ThreadCall>;
}

const pools = new Map<string, Pool>();
const calls = new Map<number, ThreadCall>();

const tell = (message: FromTaskProcess): void => {
  // A failed send is followed by `disconnect`.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

const openPool = (threads: ThreadOptions): Pool => {
  const { file, tasksPerThread = 1, keptThreads = 0, memoryMiB } = threads;
  const piscina = new Piscina({
    filename: file,
    name: 'runTask',
    minThreads: keptThreads,
    maxThreads: threads.threads,
    concurrentTasksPerWorker: tasksPerThread,
    idleTimeout: idleTimeoutMs,
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: memoryMiB },
  });
  const waiting = new Set<ThreadCall>();
  // A thread could not load, or died while idle. Without this, its tasks would wait for ever, and the unhandled error
  // event would end the process.
  piscina.on('error', (error) => {
    for (const call of waiting) call.giveUpWaiting(error);
  });
  return { piscina, calls: waiting };
};

const run = async ({ call, pool, request }: Extract<ToTaskProcess, { type: 'run' }>) => {
  const opened = pools.get(pool);
  if (opened === undefined) throw new Error(`the pool ${pool} is not open`);
  const threadCall = new ThreadCall(() => tell({ type: 'started', call }));
  calls.set(call, threadCall);
  opened.calls.add(threadCall);
  const end: TaskEnd = await threadCall.run(opened.piscina, request);
  calls.delete(call);
  opened.calls.delete(threadCall);
  tell({ type: 'ended', call, end });
};

/** Kills this process and everything its tasks started: it leads their process group. */
const endGroup = (): void => {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit(1);
  }
};

process.on('message', (message: ToTaskProcess) => {
  switch (message.type) {
    case 'open':
      pools.set(message.pool, openPool(message.threads));
      break;
    case 'run':
      void run(message);
      break;
    case 'abort':
      calls.get(message.call)?.abort();
      break;
    case 'end':
      calls.get(message.call)?.end();
      break;
  }
});
// The supervisor is gone; the next one starts its own.
process.on('disconnect', endGroup);
process.on('uncaughtException', (error) => {
  const message: FromTaskProcess = { type: 'crashed', error };
  process.send?.(message, undefined, undefined, () => process.exit(1));
});
tell({ type: 'ready' });
