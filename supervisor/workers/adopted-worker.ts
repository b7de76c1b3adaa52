import { setTimeout as delay } from 'node:timers/promises';
import type { Death } from '../../shared/session/session.ts';
import { isAlive } from '../../shared/node/process-identity.ts';
import { MessageLink } from '../../shared/node/link/message-link.ts';
import type { WorkerState } from '../../shared/supervisor/link-hello.ts';
import type { ProcessIdentity } from '../../shared/supervisor/process-identity.ts';
import type { ToWorker } from '../../shared/supervisor/worker-messages.ts';
import { fromWorkerSchema } from '../../shared/supervisor/from-worker-messages.ts';
import { connectLink } from './connect-link.ts';
import { dispatchMessage, type SessionWorker, type WorkerListeners } from './session-worker.ts';
import { signalGroup, stopByLadder } from './stop-ladder.ts';
import type { Semaphore } from '../semaphore.ts';

interface AdoptOptions {
  readonly identity: ProcessIdentity;
  readonly port: number;
  readonly nonce: string;
  /** This supervisor's nonce: tells its messages from its predecessor's. */
  readonly epoch: string;
  /** Shared by all adoptions, so that each worker is answered soon after it was asked. */
  readonly semaphore: Semaphore;
  /** Called on every connection to the worker, with the state of its session. */
  readonly onReached: (state: WorkerState) => void;
  readonly listeners: WorkerListeners;
}

const connectTimeoutMs = 1000;
const maxPauseMs = 5000;
const pollMs = 20;
/** How often a live process may fail the challenge before it is killed. */
const maxForeignAttempts = 3;

/**
 * A worker forked by an earlier supervisor. It is reached over a socket instead of IPC, and reconnected whenever that
 * breaks or the worker hangs. It is not a child process, so its exit shows only by its connection and its pid.
 */
export class AdoptedWorker implements SessionWorker {
  readonly exited: Promise<Death>;
  readonly #options: AdoptOptions;
  readonly #link: MessageLink;
  #isStopRequested = false;
  #isDecided = false;
  #unreachedSinceMs: number | undefined = performance.now();
  #lost: (() => void) | undefined;

  constructor(options: AdoptOptions) {
    this.#options = options;
    this.#link = new MessageLink({
      epoch: options.epoch,
      onMessage: (message) => this.#receive(message),
      onLost: () => this.#lost?.(),
    });
    this.exited = this.#watch();
  }

  get pid(): number {
    return this.#options.identity.pid;
  }

  send(message: ToWorker): void {
    this.#link.send(message);
  }

  stop(reason: string): Promise<Death> {
    this.#isStopRequested = true;
    return stopByLadder({
      ask: () => this.send({ type: 'close', reason }),
      signal: (signal) => this.signal(signal),
      exited: this.exited,
    });
  }

  signal(signal: NodeJS.Signals): void {
    // The pid may have been reused, which cannot happen to a child.
    if (isAlive(this.#options.identity)) signalGroup(this.pid, signal);
  }

  probe(): void {
    this.#link.probe();
  }

  unansweredMs(nowMs: number): number {
    const unreachedMs = this.#unreachedSinceMs === undefined ? 0 : nowMs - this.#unreachedSinceMs;
    return Math.max(unreachedMs, this.#link.unansweredMs(nowMs));
  }

  /** Connects, and reconnects whenever the connection breaks, until the process is gone. */
  async #watch(): Promise<Death> {
    let failures = 0;
    while (isAlive(this.#options.identity)) {
      const reached = await this.#reach();
      if (reached === 'linked') {
        failures = 0;
        await this.#untilLost();
        await this.#waitForExit(1000);
      } else {
        failures += 1;
        if (reached === 'foreign' && failures >= maxForeignAttempts) this.signal('SIGKILL');
        await this.#waitForExit(Math.min(maxPauseMs, 100 * 2 ** failures));
      }
    }
    this.#link.close();
    return this.#death();
  }

  #reach(): Promise<'linked' | 'foreign' | 'silent'> {
    const { port, nonce, semaphore, onReached } = this.#options;
    return semaphore.run(async () => {
      const connected = await connectLink({
        port,
        nonce,
        hello: this.#link.hello,
        timeoutMs: connectTimeoutMs,
      });
      if (connected.kind === 'linked') {
        this.#unreachedSinceMs = undefined;
        this.#link.attach(connected.transport, connected.worker);
        onReached(connected.state);
      }
      return connected.kind;
    });
  }

  #untilLost(): Promise<void> {
    return new Promise((resolve) => {
      this.#lost = () => {
        this.#unreachedSinceMs = performance.now();
        resolve();
      };
      if (!this.#link.isAttached) this.#lost();
    });
  }

  async #waitForExit(timeoutMs: number): Promise<void> {
    const deadlineMs = performance.now() + timeoutMs;
    while (isAlive(this.#options.identity) && performance.now() < deadlineMs) await delay(pollMs);
  }

  #receive(raw: unknown): void {
    const message = fromWorkerSchema.safeParse(raw);
    if (!message.success) return;
    this.#isDecided ||= message.data.type === 'decided';
    const answer = dispatchMessage(message.data, this.#options.listeners);
    if (answer !== undefined) this.send(answer);
  }

  #death(): Death {
    const died = (kind: Death['class'], message: string): Death => ({
      class: kind,
      exitCode: null,
      signal: null,
      message,
    });
    if (this.#isDecided) return died('clean', 'The session ended.');
    if (this.#isStopRequested)
      return died('closed', 'The session was closed and its process stopped.');
    return died(
      'crash',
      "The session's process ended. Another supervisor had started it, so how is not known. Its log may say more.",
    );
  }
}
