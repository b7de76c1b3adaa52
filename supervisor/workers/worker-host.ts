import type { ChildProcess } from 'node:child_process';
import { GalleyError } from '../../shared/errors.ts';
import { reasonOf } from '../../shared/node/secure-folder.ts';
import type { Outcome } from '../../shared/session/decision.ts';
import type { Death } from '../../shared/session/session.ts';
import type { Preparation } from '../../shared/session/mode.ts';
import {
  fromWorkerSchema,
  workerDeadlinesMs,
  type Assignment,
  type FromWorker,
  type ToWorker,
} from '../../shared/supervisor/worker-messages.ts';
import { classifyDeath } from './death.ts';

const cannotStart = (cause: unknown): GalleyError =>
  new GalleyError(
    'worker_failed',
    `A session's process could not be started (${reasonOf(cause)}). Close sessions, or raise the limits of processes, open files or memory, then try again.`,
    { cause },
  );

/** The supervisor's handle on one worker process, from fork to exit. */
export class WorkerHost {
  readonly #child: ChildProcess;
  readonly #loaded: Promise<void>;
  readonly #exited: Promise<Death>;
  #expect: ((message: FromWorker) => void) | undefined;
  #onDecided: ((outcome: Outcome) => void) | undefined;
  #hasExited = false;
  #isStopRequested = false;

  /** A worker that has just been forked. One that could not be started makes `loaded` reject, nothing else. */
  constructor(child: ChildProcess) {
    this.#child = child;
    this.#child.on('message', (message) => this.#receive(message));
    // An error that comes when nothing is awaited (a send that fails) has its exit to tell.
    this.#child.on('error', () => undefined);
    this.#exited = new Promise((resolve) => {
      this.#child.once('exit', (exitCode, signal) => {
        this.#hasExited = true;
        resolve(classifyDeath({ exitCode, signal, isRequested: this.#isStopRequested }));
      });
    });
    this.#loaded = this.#awaitMessage('loaded', workerDeadlinesMs.load).then(() => undefined);
    // Whoever takes the worker awaits this; a worker that nobody took is told by `exited`.
    this.#loaded.catch(() => undefined);
  }

  /** Undefined where the process could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Resolves when the worker is warm. @throws GalleyError `worker_failed` */
  get loaded(): Promise<void> {
    return this.#loaded;
  }

  /** Resolves when the process is gone; never rejects. */
  get exited(): Promise<Death> {
    return this.#exited;
  }

  /**
   * Makes a warm worker a session.
   * @returns the port that it listens on
   * @throws GalleyError `worker_failed`
   */
  async assign(assignment: Assignment, onDecided: (outcome: Outcome) => void): Promise<number> {
    this.#onDecided = onDecided;
    const ready = this.#awaitMessage('ready', workerDeadlinesMs.ready);
    this.#send({ type: 'assign', assignment });
    const message = await ready;
    return message.port;
  }

  prepared(preparation: Preparation): void {
    this.#send({ type: 'prepared', preparation });
  }

  /**
   * Ends the process as a ladder: ask, TERM, KILL, each on the whole group and with its deadline.
   * Resolves when it is gone.
   */
  async stop(reason: string): Promise<Death> {
    this.#isStopRequested = true;
    this.#send({ type: 'close', reason });
    if (await this.#isGoneWithin(workerDeadlinesMs.close)) return this.#exited;
    this.signal('SIGTERM');
    if (await this.#isGoneWithin(workerDeadlinesMs.terminate)) return this.#exited;
    this.signal('SIGKILL');
    return this.#exited;
  }

  /** Signals the worker's whole process group. */
  signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch {
      // ESRCH: the group is gone, which is what a signal is for.
    }
  }

  #send(message: ToWorker): void {
    // A channel that is closed belongs to a worker that is dying: its exit tells the rest.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  #receive(raw: unknown): void {
    const parsed = fromWorkerSchema.safeParse(raw);
    if (!parsed.success) return;
    if (parsed.data.type === 'decided') this.#onDecided?.(parsed.data.outcome);
    else this.#expect?.(parsed.data);
  }

  /** Waits for one message; a failure, an exit or the deadline rejects. */
  #awaitMessage<Type extends FromWorker['type']>(
    type: Type,
    timeoutMs: number,
  ): Promise<Extract<FromWorker, { type: Type }>> {
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => {
        this.signal('SIGKILL');
        finish(cannotStart(new Error(`no "${type}" within ${timeoutMs} ms`)));
      }, timeoutMs);
      const onError = (error: Error) => finish(cannotStart(error));
      const onExit = (exitCode: number | null, signal: string | null) =>
        finish(cannotStart(new Error(`it exited with ${signal ?? exitCode}`)));
      const finish = (result: FromWorker | GalleyError) => {
        clearTimeout(deadline);
        this.#child.off('error', onError).off('exit', onExit);
        this.#expect = undefined;
        if (result instanceof GalleyError) reject(result);
        else resolve(result as Extract<FromWorker, { type: Type }>);
      };
      this.#child.on('error', onError).on('exit', onExit);
      this.#expect = (message) => {
        if (message.type === type) finish(message);
        else if (message.type === 'failed')
          finish(new GalleyError('worker_failed', message.message));
      };
    });
  }

  async #isGoneWithin(timeoutMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)));
    await Promise.race([this.#exited, late]);
    clearTimeout(timer);
    return this.#hasExited;
  }
}
