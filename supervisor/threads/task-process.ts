import { fork, type ChildProcess } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { taskProcessEnv } from '../../shared/node/env.ts';
import type { Logger } from '../../shared/node/logger.ts';
import { reasonOf } from '../../shared/node/secure-folder.ts';
import { signalGroup } from '../workers/stop-ladder.ts';
import {
  fromTaskProcessSchema,
  type TaskEnd,
  type Threads,
  type ToTaskProcess,
} from './task-messages.ts';
import type { TaskRequest } from './task-requests.ts';

interface TaskProcessOptions {
  /** Absolute path of the bundled `task-main.ts`. */
  readonly file: string;
  readonly logger: Logger;
  /** How long it stays without a task. */
  readonly idleMs?: number;
}

/** Threads by their name, which is theirs alone. */
export interface NamedThreads {
  readonly name: string;
  readonly threads: Threads;
}

interface TaskCall {
  readonly pool: NamedThreads;
  readonly request: TaskRequest;
  readonly onStarted: () => void;
}

/** A task that was handed over. */
export interface HandedTask {
  /** Never rejects. */
  readonly ended: Promise<TaskEnd>;
  /** Asks it to end by itself. */
  readonly abort: () => void;
  /** Ends its thread. */
  readonly end: () => void;
  /** Ends the process: where even that was of no avail. */
  readonly kill: () => void;
}

interface PendingCall extends TaskCall {
  readonly id: number;
  readonly settle: (end: TaskEnd) => void;
  hasStarted: boolean;
  /** Whether it is to end: it is not handed to another process. */
  isEnding: boolean;
  handedOver: number;
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
/** A task that has not begun is handed over so often, where process after process ends. */
const handedOverAtMost = 3;
/** Answers to others go before what takes long: of two that want a core, the other gets three times as much. */
const niceness = 5;

/**
 * The process whose threads run the tasks, so that neither their heaps nor their ends are the supervisor's: V8 stops
 * all threads of a process for some steps of a collection of garbage. It is started when it is wanted, and ends when
 * it has been idle. When it dies, the tasks that ran fail; those that had not begun run in the next one.
 */
export class TaskProcess {
  readonly #options: TaskProcessOptions;
  readonly #exits = new Set<Promise<void>>();
  #child: Child | undefined;
  #nextId = 1;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: TaskProcessOptions) {
    this.#options = options;
  }

  /** Undefined while there is none. */
  get pid(): number | undefined {
    return this.#child?.process.pid;
  }

  /** Starts the threads of a pool that stay. Never throws: the next task tells what is wrong. */
  open(pool: NamedThreads): void {
    if (this.#isClosed) return;
    try {
      this.#openIn(this.#start(), pool);
      this.#watchIdleness();
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'the task process could not be started');
    }
  }

  run(task: TaskCall): HandedTask {
    let settle: (end: TaskEnd) => void = () => undefined;
    const ended = new Promise<TaskEnd>((resolve) => (settle = resolve));
    const id = this.#nextId++;
    const call = { ...task, id, settle, hasStarted: false, isEnding: false, handedOver: 0 };
    this.#handOver(call);
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

  /** Ends the process, with whatever still runs. Resolves when it is gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#end();
    await Promise.all(this.#exits);
  }

  #handOver(call: PendingCall): void {
    clearTimeout(this.#idle);
    if (this.#isClosed) {
      call.settle({ ok: false, died: 'process', reason: 'closed' });
      return;
    }
    call.handedOver += 1;
    try {
      const child = this.#start();
      this.#openIn(child, call.pool);
      child.calls.set(call.id, call);
      const { id, pool, request } = call;
      post(child, { type: 'run', call: id, pool: pool.name, request });
    } catch (error) {
      // Some failures of fork (no descriptors for the channel) are thrown, others come as an event.
      call.settle({ ok: false, died: 'no-process', reason: reasonOf(error) });
    }
  }

  #openIn(child: Child, { name, threads }: NamedThreads): void {
    if (child.opened.has(name)) return;
    child.opened.add(name);
    post(child, { type: 'open', pool: name, threads });
  }

  #start(): Child {
    if (this.#child !== undefined) return this.#child;
    const forked = fork(this.#options.file, [], {
      // A group of its own, which its tasks' processes belong to: all of it can be ended at once.
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
      // One that could not be started has no other end. A send that fails has its exit to tell.
      forked.on('error', (error) => forked.pid === undefined && resolve(reasonOf(error)));
      // Its last words are read before.
      const disconnected = new Promise((heard) => forked.once('disconnect', heard));
      forked.once('exit', (code, signal) => {
        void disconnected.then(() => resolve(signal ?? `exit code ${code}`));
      });
    });
    const exit = gone.then((reason) => {
      clearTimeout(deadline);
      this.#exits.delete(exit);
      this.#gone(child, reason);
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

  #gone(child: Child, reason: string): void {
    const isExpected = this.#child !== child;
    if (!isExpected) this.#child = undefined;
    const { pid } = child.process;
    // What its tasks have started.
    signalGroup(pid, 'SIGKILL');
    const calls = [...child.calls.values()];
    const tasks = calls.filter(({ hasStarted }) => hasStarted).map(({ request }) => request.task);
    if (!isExpected)
      this.#options.logger.warn({ process: pid, reason, tasks }, 'task process died');
    for (const call of calls)
      if (call.hasStarted || call.isEnding || this.#isClosed)
        call.settle({ ok: false, died: 'process', reason });
      else if (!child.isReady || call.handedOver >= handedOverAtMost)
        call.settle({ ok: false, died: pid === undefined ? 'no-process' : 'no-thread', reason });
      else this.#handOver(call);
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
    // It has nothing to lose.
    signalGroup(child?.process.pid, 'SIGKILL');
  }
}

const post = (child: Child | undefined, message: ToTaskProcess): void => {
  // A send that fails belongs to a process that is dying: its end tells the rest.
  if (child?.process.connected === true) child.process.send(message, () => undefined);
};

/** Before it has threads, which inherit it. */
const lowerPriority = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(19, getPriority() + niceness));
  } catch {
    // It has ended already, or the system does not let us.
  }
};
