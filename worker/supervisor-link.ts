import {
  toWorkerSchema,
  type FromWorker,
  type ToWorker,
} from '../shared/supervisor/worker-messages.ts';

interface LinkListeners {
  readonly onMessage: (message: ToWorker) => void;
  /** A message that is none of ours: a supervisor of another release. */
  readonly onForeign: (error: Error) => void;
  /** The supervisor is gone, or has closed the channel. */
  readonly onLost: () => void;
}

/** The worker's end of the channel to its supervisor. */
export class SupervisorLink {
  #isClosedByUs = false;

  /** Begins to receive; a process that was not forked has no channel, which counts as lost. */
  listen({ onMessage, onForeign, onLost }: LinkListeners): void {
    process.on('message', (raw) => {
      const message = toWorkerSchema.safeParse(raw);
      if (message.success) onMessage(message.data);
      else onForeign(message.error);
    });
    process.on('disconnect', () => {
      if (!this.#isClosedByUs) onLost();
    });
    if (!process.connected) onLost();
  }

  /**
   * Resolves when the message has been handed to the system: what is sent right before an exit would be lost
   * otherwise. A channel that is closed takes nothing and is no error: its loss is told by `onLost`.
   */
  send(message: FromWorker): Promise<void> {
    return new Promise((resolve) => {
      if (process.send === undefined || !process.connected) resolve();
      else process.send(message, undefined, undefined, () => resolve());
    });
  }

  close(): void {
    this.#isClosedByUs = true;
    if (process.connected) process.disconnect();
  }
}
