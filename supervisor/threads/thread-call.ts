import type { Piscina } from 'piscina';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { FromThread, TaskAnswer, TaskEnd, ToThread } from './task-messages.ts';
import type { TaskRequest } from './task-requests.ts';

/**
 * One request on its way through a thread of this process. Processes of a thread that was ended, or that died, are
 * killed from here: nobody else could.
 */
export class ThreadCall {
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
      // A thread that has taken it closes it with its own end, which may come later than this one.
      port2.close();
    }
  }

  /** Asks the task to end by itself. */
  abort(): void {
    this.#channel.port1.postMessage('abort' satisfies ToThread);
  }

  /** Ends its thread, or its waiting for one. */
  end(): void {
    this.#controller.abort();
  }

  /** Ends its waiting for a thread, since none can be started. */
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

  /** The thread is gone, or going, so nobody waits for its processes: their ids cannot be in use again. */
  #killProcesses(): void {
    const { port1 } = this.#channel;
    for (
      let received = receiveMessageOnPort(port1);
      received !== undefined;
      received = receiveMessageOnPort(port1)
    )
      this.#take(received.message as FromThread);
    for (const pid of this.#pids) kill(pid);
    // A thread that is going may just have started another one.
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
    // It has ended in the meantime.
  }
};
