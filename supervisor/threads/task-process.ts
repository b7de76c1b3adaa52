import { fork, type ChildProcess } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { taskProcessEnv } from '../../shared/node/env.ts';
import type { Logger } from '../../shared/node/logger.ts';
import { reasonOf } from '../../shared/node/secure-folder.ts';
import { Semaphore } from '../semaphore.ts';
import { signalGroup } from '../workers/stop-ladder.ts';
import {
  fromTaskProcessSchema,
  type TaskEnd,
  type ThreadOptions,
  type ToTaskProcess,
} from './task-messages.ts';
import type { TaskRequest } from './task-requests.ts';

interface TaskProcessOptions {
  /** Absolute path of the bundled `task-main.ts`. */
  readonly file: string;
  readonly logger: Logger;
  /** How long it stays when idle. */
  readonly idleMs?: number;
}

/** A pool by its unique name. */
export interface NamedPool {
  readonly name: string;
  readonly threads: ThreadOptions;
}

interface TaskCall {
  readonly pool: NamedPool;
  readonly request: TaskRequest;
  readonly onStarted: () => void;
}

/** A task sent to the process. */
export interface TaskHandle {
  /** Never rejects. */
  readonly ended: Promise<TaskEnd>;
  /** Asks it to stop by itself. */
  readonly abort: () => void;
  /** Terminates its thread. */
  readonly end: () => void;
  /** Kills the process, as the last resort. */
  readonly kill: () => void;
}

interface PendingCall extends TaskCall {
  readonly id: number;
  readonly settle: (end: TaskEnd) => void;
  hasStarted: boolean;
  /** Set once it is to end: then it is not retried in another process. */
  isEnding: boolean;
  attempts: number;
}

interface Child {
  readonly process: ChildProcess;
  readonly opened: Set<string>;
  readonly calls: Map<number, PendingCall>;
  isReady: boolean;
}

const defaultIdleMs = 10 * 60_000;
/** From fork to `ready`. */
const loadMs = 30_000;
/** How often a task is retried if the process dies before starting it. */
const maxAttempts = 3;
/** Answering requests has priority over long tasks: competing for a core, the supervisor gets three times as much. */
const niceness = 5;

/**
 * The process whose threads run the tasks. It is separate because V8 stops all threads of a process for parts of a
 * garbage collection, and because a crash must not take the supervisor down. It starts on demand and exits when idle.
 * When it dies, running tasks fail; those not started yet run in the next one.
 */
export class TaskProcess {
  /**
   * For tasks that ran when the process died: any of them may have killed it. They run again one after another, so that
   * the one that kills the next process takes no other suspect with it.
   */
  readonly suspects = new Semaphore(1);
  readonly #options: TaskProcessOptions;
  readonly #exits = new Set<Promise<void>>();
  #child: Child | undefined;
  #nextId = 1;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: TaskProcessOptions) {
    this.#options = options;
  }

  /** Undefined if none is running. */
  get pid(): number | undefined {
    return this.#child?.process.pid;
  }

  /** Starts a pool's permanent threads. Never throws: the next task reports what is wrong. */
  open(pool: NamedPool): void {
    if (this.#isClosed) return;
    try {
      this.#openIn(this.#start(), pool);
      this.#watchIdleness();
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'the task process could not be started');
    }
  }

  run(task: TaskCall): TaskHandle {
    let settle: (end: TaskEnd) => void = () => undefined;
    const ended = new Promise<TaskEnd>((resolve) => (settle = resolve));
    const id = this.#nextId++;
    const call = { ...task, id, settle, hasStarted: false, isEnding: false, attempts: 0 };
    this.#dispatch(call);
    const holder = () => (this.#child?.calls.has(id) === true ? this.#child : undefined);
    const tell = (message: ToTaskProcess) => post(holder(), message);
    return {
      ended,
      abort: () => tell({ type: 'abort', call: id }),
      end: () => {
        call.isEnding = true;
        tell({ type: 'end', call: id });
      },
      kill: () => signalGroup(holder()?.process.pid, 'SIGKILL'),
    };
  }

  /** Kills the process with everything that still runs. Resolves when it is gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#end();
    await Promise.all(this.#exits);
  }

  #dispatch(call: PendingCall): void {
    clearTimeout(this.#idle);
    if (this.#isClosed) {
      call.settle({ ok: false, died: 'process', reason: 'closed' });
      return;
    }
    call.attempts += 1;
    try {
      const child = this.#start();
      this.#openIn(child, call.pool);
      child.calls.set(call.id, call);
      const { id, pool, request } = call;
      post(child, { type: 'run', call: id, pool: pool.name, request });
    } catch (error) {
      // fork throws some failures (no file descriptors for the channel) and emits others.
      call.settle({ ok: false, died: 'no-process', reason: reasonOf(error) });
    }
  }

  #openIn(child: Child, { name, threads }: NamedPool): void {
    if (child.opened.has(name)) return;
    child.opened.add(name);
    post(child, { type: 'open', pool: name, threads });
  }

  #start(): Child {
    if (this.#child !== undefined) return this.#child;
    const forked = fork(this.#options.file, [], {
      // A process group of its own, with everything its tasks start, so that one signal ends all of it.
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      env: taskProcessEnv(),
    });
    const child: Child = {
      process: forked,
      opened: new Set(),
      calls: new Map(),
      isReady: false,
    };
    this.#child = child;
    lowerPriority(forked.pid);
    this.#follow(child);
    return child;
  }

  #follow(child: Child): void {
    const { process: forked } = child;
    const deadline = setTimeout(() => signalGroup(forked.pid, 'SIGKILL'), loadMs).unref();
    forked.on('message', (raw) => {
      clearTimeout(deadline);
      this.#receive(child, raw);
    });
    const gone = new Promise<string>((resolve) => {
      // Emitted instead of `exit` if it could not start. Failed sends are followed by `exit`.
      forked.on('error', (error) => forked.pid === undefined && resolve(reasonOf(error)));
      // Its last messages are read first.
      const disconnected = new Promise((heard) => forked.once('disconnect', heard));
      forked.once('exit', (code, signal) => {
        void disconnected.then(() => resolve(signal ?? `exit code ${code}`));
      });
    });
    const exit = gone.then((reason) => {
      clearTimeout(deadline);
      this.#exits.delete(exit);
      this.#handleExit(child, reason);
    });
    this.#exits.add(exit);
  }

  #receive(child: Child, raw: unknown): void {
    const message = fromTaskProcessSchema.parse(raw);
    switch (message.type) {
      case 'ready':
        child.isReady = true;
        break;
      case 'started': {
        const call = child.calls.get(message.call);
        if (call === undefined) break;
        call.hasStarted = true;
        call.onStarted();
        break;
      }
      case 'ended': {
        const call = child.calls.get(message.call);
        child.calls.delete(message.call);
        call?.settle(message.end);
        this.#watchIdleness();
        break;
      }
      case 'crashed':
        this.#options.logger.error({ err: message.error }, 'the task process crashed');
        break;
    }
  }

  #handleExit(child: Child, reason: string): void {
    const isExpected = this.#child !== child;
    if (!isExpected) this.#child = undefined;
    const { pid } = child.process;
    // Kill what its tasks started.
    signalGroup(pid, 'SIGKILL');
    const calls = [...child.calls.values()];
    const tasks = calls.filter(({ hasStarted }) => hasStarted).map(({ request }) => request.task);
    if (!isExpected)
      this.#options.logger.warn({ process: pid, reason, tasks }, 'task process died');
    for (const call of calls)
      if (call.hasStarted || call.isEnding || this.#isClosed)
        call.settle({ ok: false, died: 'process', reason });
      else if (!child.isReady || call.attempts >= maxAttempts)
        call.settle({ ok: false, died: pid === undefined ? 'no-process' : 'no-thread', reason });
      else this.#dispatch(call);
  }

  #watchIdleness(): void {
    clearTimeout(this.#idle);
    if (this.#child === undefined || this.#child.calls.size > 0) return;
    const { idleMs = defaultIdleMs } = this.#options;
    this.#idle = setTimeout(() => this.#end(), idleMs).unref();
  }

  #end(): void {
    clearTimeout(this.#idle);
    const child = this.#child;
    this.#child = undefined;
    // It holds no state, so there is no need to ask.
    signalGroup(child?.process.pid, 'SIGKILL');
  }
}

const post = (child: Child | undefined, message: ToTaskProcess): void => {
  // A failed send means that the process is dying: `exit` handles the rest.
  if (child?.process.connected === true) child.process.send(message, () => undefined);
};

/** Called before it has threads, which inherit the priority. */
const lowerPriority = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(19, getPriority() + niceness));
  } catch {
    // It has exited already, or the system forbids it.
  }
};
