import type { ChildProcess } from 'node:child_process';
import { GalleyError } from '../../shared/errors.ts';
import { MessageLink } from '../../shared/node/link/message-link.ts';
import { ipcTransport } from '../../shared/node/link/transport.ts';
import { reasonOf } from '../../shared/node/secure-folder.ts';
import type { Death } from '../../shared/session/session.ts';
import {
  workerDeadlinesMs,
  type Assignment,
  type ToWorker,
  workerExitCodes,
} from '../../shared/supervisor/worker-messages.ts';
import { fromWorkerSchema, type FromWorker } from '../../shared/supervisor/from-worker-messages.ts';
import { dispatchMessage, type SessionWorker, type WorkerListeners } from './session-worker.ts';
import { signalGroup, stopByLadder } from './stop-ladder.ts';

const cannotStart = (cause: unknown): GalleyError =>
  new GalleyError(
    'worker_failed',
    `A session's process could not be started (${reasonOf(cause)}). Close sessions, or raise the limits of processes, open files or memory, then try again.`,
    { cause },
  );

/** The supervisor's handle on a worker process, from fork to exit. */
export class WorkerHost implements SessionWorker {
  readonly #child: ChildProcess;
  readonly #loaded: Promise<void>;
  readonly #exited: Promise<Death>;
  readonly #link: MessageLink;
  #expect: ((message: FromWorker) => void) | undefined;
  #listeners: WorkerListeners | undefined;
  #isStopRequested = false;

  /** @param child a worker that was just forked; if the fork failed, `loaded` rejects */
  constructor(child: ChildProcess) {
    this.#child = child;
    // An error while nothing is awaited (a failed send) is followed by `exit`.
    this.#child.on('error', () => undefined);
    this.#exited = new Promise((resolve) => {
      this.#child.once('exit', (exitCode, signal) => {
        resolve(classifyDeath({ exitCode, signal, isRequested: this.#isStopRequested }));
      });
    });
    this.#link = new MessageLink({
      epoch: 'forker',
      onMessage: (message) => this.#receive(message),
      // `exit` follows and says more; or another supervisor has adopted the worker.
      onLost: () => undefined,
    });
    this.#link.attach(ipcTransport(this.#child), { epoch: 'forked', seen: { epoch: '', seq: 0 } });
    this.#loaded = this.#awaitMessage('loaded', workerDeadlinesMs.load).then(() => undefined);
    // Awaited by whoever takes the worker; until then `exited` reports failures.
    this.#loaded.catch(() => undefined);
  }

  /** Undefined if the process could not be started. */
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
   * Gives a warm worker its session.
   * @returns the port that it listens on
   * @throws GalleyError `worker_failed`
   */
  async assign(assignment: Assignment, listeners: WorkerListeners): Promise<number> {
    this.#listeners = listeners;
    const ready = this.#awaitMessage('ready', workerDeadlinesMs.ready);
    this.send({ type: 'assign', assignment });
    const message = await ready;
    return message.port;
  }

  send(message: ToWorker): void {
    this.#link.send(message);
  }

  stop(reason: string): Promise<Death> {
    this.#isStopRequested = true;
    return stopByLadder({
      ask: () => this.send({ type: 'close', reason }),
      signal: (signal) => this.signal(signal),
      exited: this.#exited,
    });
  }

  signal(signal: NodeJS.Signals): void {
    signalGroup(this.#child.pid, signal);
  }

  probe(): void {
    this.#link.probe();
  }

  unansweredMs(nowMs: number): number {
    return this.#link.unansweredMs(nowMs);
  }

  #receive(raw: unknown): void {
    const parsed = fromWorkerSchema.safeParse(raw);
    if (!parsed.success) return;
    const answer =
      this.#listeners === undefined ? undefined : dispatchMessage(parsed.data, this.#listeners);
    if (answer !== undefined) this.send(answer);
    this.#expect?.(parsed.data);
  }

  /** Waits for one message; rejects on failure, exit or deadline. */
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
}

interface Exit {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Whether the supervisor asked it to exit. */
  readonly isRequested: boolean;
}

/** Classifies a worker's exit, with a message for people. V8 exits with SIGABRT when its heap is full. */
export const classifyDeath = ({ exitCode, signal, isRequested }: Exit): Death => {
  const death = (kind: Death['class'], message: string): Death => ({
    class: kind,
    exitCode,
    signal,
    message,
  });
  if (exitCode === workerExitCodes.clean) return death('clean', 'The session ended.');
  if (isRequested) return death('closed', 'The session was closed and its process stopped.');
  if (signal === 'SIGABRT' || exitCode === 134)
    return death('out-of-memory', "The session's process ran out of memory.");
  if (signal !== null) return death('killed', `The session's process was killed (${signal}).`);
  if (exitCode === workerExitCodes.cannotListen)
    return death('start-failed', "The session's process could not listen on a port.");
  return death(
    'crash',
    `The session's process crashed (exit code ${exitCode}). Its log says more.`,
  );
};
