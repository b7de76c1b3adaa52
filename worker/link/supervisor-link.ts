import { stat } from 'node:fs/promises';
import { MessageLink, type LinkHello } from '../../shared/node/link/message-link.ts';
import { ipcTransport, type Transport } from '../../shared/node/link/transport.ts';
import { toWorkerSchema, type ToWorker } from '../../shared/supervisor/worker-messages.ts';
import type { FromWorker } from '../../shared/supervisor/from-worker-messages.ts';
import type { NextReview } from '../../shared/session/outcome.ts';

/** A message for the session; an answer to a question of the link's own is not passed on. */
export type SessionMessage = Exclude<ToWorker, { type: 'next' }>;

interface LinkListeners {
  readonly onMessage: (message: SessionMessage) => void;
  /** An invalid message: from a supervisor of another release. */
  readonly onForeign: (error: Error) => void;
  /** The supervisor is gone or has closed the channel. */
  readonly onLost: () => void;
}

/** How long a reviewer who has decided may wait for the next review. */
const patienceMs = 200;

/** The forking supervisor sends no hello, as it is the first. */
const forker: LinkHello = { epoch: 'forker', seen: { epoch: '', seq: 0 } };

/**
 * The worker's end of the link to its supervisor: the IPC channel it was forked with, later the connection of a
 * supervisor that adopts it.
 */
export class SupervisorLink {
  readonly #link: MessageLink;
  #onNext: ((review: NextReview | undefined) => void) | undefined;

  constructor({ onMessage, onForeign, onLost }: LinkListeners) {
    this.#link = new MessageLink({
      // A pid can be reused; a pid with its start time cannot.
      epoch: `${process.pid}-${performance.timeOrigin}`,
      onMessage: (raw) => {
        const message = toWorkerSchema.safeParse(raw);
        if (!message.success) onForeign(message.error);
        else if (message.data.type === 'next') this.#onNext?.(message.data.review ?? undefined);
        else onMessage(message.data);
      },
      onLost,
    });
  }

  get hello(): LinkHello {
    return this.#link.hello;
  }

  /** Begins to receive; without an IPC channel, the link counts as lost. */
  listen(): void {
    this.#link.attach(ipcTransport(process), forker);
  }

  /** Switches to a supervisor that has authenticated itself. */
  attach(transport: Transport, supervisor: LinkHello): void {
    this.#link.attach(transport, supervisor);
  }

  /** @returns false if the queue is full; the message is dropped */
  send(message: FromWorker): boolean {
    return this.#link.send(message);
  }

  /** Sends an expendable message. @returns false if it cannot be delivered now */
  offer(message: FromWorker): boolean {
    return this.#link.hasRoom && this.#link.send(message);
  }

  /** Asks which review to offer next. Best effort: no answer in time means none. Never rejects. */
  askNext(): Promise<NextReview | undefined> {
    if (!this.offer({ type: 'askNext' })) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), patienceMs);
      this.#onNext = (review) => {
        clearTimeout(timer);
        resolve(review);
      };
    });
  }

  /** Resolves when the supervisor has acknowledged everything, when there is none, or after the timeout. */
  settled(timeoutMs: number): Promise<void> {
    return this.#link.settled(timeoutMs);
  }

  close(): void {
    this.#link.close();
  }
}

const tickMs = 5000;
const ticksPerMinute = 60_000 / tickMs;

interface OrphanWatchOptions {
  readonly spool: string;
  readonly orphanMinutes: number;
  /** Called at most once per `start`, with the reason as a sentence. */
  readonly onAbandoned: (reason: string) => void;
}

/**
 * Declares an orphaned session abandoned when no supervisor adopts it in time, or when its spool is removed. Counts
 * timer ticks rather than clock time, so a machine that slept gives the next supervisor the full period.
 */
export class OrphanWatch {
  readonly #options: OrphanWatchOptions;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OrphanWatchOptions) {
    this.#options = options;
  }

  start(): void {
    const { spool, orphanMinutes, onAbandoned } = this.#options;
    let ticksLeft = Math.ceil(orphanMinutes * ticksPerMinute);
    const abandon = (reason: string) => {
      this.stop();
      onAbandoned(reason);
    };
    this.stop();
    const timer = setInterval(() => {
      ticksLeft -= 1;
      if (ticksLeft <= 0)
        abandon(`The supervisor died, and none came within ${orphanMinutes} minutes.`);
      else
        stat(spool).catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT' && this.#timer === timer)
            abandon('The supervisor died, and the next one could not find this session.');
        });
    }, tickMs);
    this.#timer = timer;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
