import { MessageLink, type LinkHello } from '../../shared/node/link/message-link.ts';
import { ipcTransport, type Transport } from '../../shared/node/link/transport.ts';
import {
  toWorkerSchema,
  type FromWorker,
  type ToWorker,
} from '../../shared/supervisor/worker-messages.ts';

interface LinkListeners {
  readonly onMessage: (message: ToWorker) => void;
  /** A message that is none of ours: a supervisor of another release. */
  readonly onForeign: (error: Error) => void;
  /** The supervisor is gone, or has closed the channel. */
  readonly onLost: () => void;
}

/** The supervisor that forked this worker says nothing of itself: there was none before it. */
const forker: LinkHello = { epoch: 'forker', seen: { epoch: '', seq: 0 } };

/**
 * The worker's end of the messages with its supervisor: first over the channel that it was forked with, later over the
 * connection of whoever adopts it.
 */
export class SupervisorLink {
  readonly #link: MessageLink;

  constructor({ onMessage, onForeign, onLost }: LinkListeners) {
    this.#link = new MessageLink({
      // A pid comes again, its start does not.
      epoch: `${process.pid}-${performance.timeOrigin}`,
      onMessage: (raw) => {
        const message = toWorkerSchema.safeParse(raw);
        if (message.success) onMessage(message.data);
        else onForeign(message.error);
      },
      onLost,
    });
  }

  get hello(): LinkHello {
    return this.#link.hello;
  }

  /** Begins to receive; a process that was not forked has no channel, which counts as lost. */
  listen(): void {
    this.#link.attach(ipcTransport(process), forker);
  }

  /** Goes on with a supervisor that has proved itself, in place of the one before. */
  attach(transport: Transport, supervisor: LinkHello): void {
    this.#link.attach(transport, supervisor);
  }

  /** @returns false where too much waits already: the message is not taken */
  send(message: FromWorker): boolean {
    return this.#link.send(message);
  }

  /** Sends what can be done without. @returns false where nobody hears it now */
  offer(message: FromWorker): boolean {
    return this.#link.hasRoom && this.#link.send(message);
  }

  /** Resolves when the supervisor has what was sent, when there is none, or after the time given. */
  settled(timeoutMs: number): Promise<void> {
    return this.#link.settled(timeoutMs);
  }

  close(): void {
    this.#link.close();
  }
}
