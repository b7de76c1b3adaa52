import type { ServerResponse } from 'node:http';

interface ReaderOptions {
  readonly response: ServerResponse;
  /** The complete state as stream text, in pieces; consistent as of the call. */
  readonly snapshot: () => Iterator<Buffer>;
  /** How much may be queued before it misses events. */
  readonly backlogBytes: number;
  /** How long the connection may stall before it is destroyed. */
  readonly blockedMs: number;
}

/**
 * One reader of an event stream. It gets a snapshot in pieces, at its own pace, then the events. If its queue exceeds
 * the backlog, it misses events and gets a new snapshot once it has caught up.
 */
export class EventStream {
  readonly #options: ReaderOptions;
  /** The snapshot being sent; undefined once there are only events. */
  #snapshot: Iterator<Buffer> | undefined;
  /** Events since that snapshot, to be sent after it. */
  #queue: Buffer[] = [];
  #queueBytes = 0;
  #hasMissed = false;
  /** The last event, once the stream is ending. */
  #ending: { readonly last: Buffer | undefined } | undefined;
  #isOver = false;
  #blocked: NodeJS.Timeout | undefined;

  constructor(options: ReaderOptions) {
    this.#options = options;
    options.response.on('drain', () => this.#drained());
  }

  /** Sends the first snapshot. */
  start(): void {
    this.#snapshot = this.#options.snapshot();
    this.#pump();
  }

  send(bytes: Buffer): void {
    if (this.#hasMissed || this.#isOver) return;
    if (this.#snapshot !== undefined) this.#enqueue(bytes);
    else if (this.#options.response.writableLength > this.#options.backlogBytes)
      this.#hasMissed = true;
    else this.#write(bytes);
  }

  /** Drops queued events: a new snapshot follows the one being sent. */
  renew(): void {
    if (this.#isOver) return;
    this.#hasMissed = true;
    this.#clearQueue();
    if (this.#snapshot === undefined && !this.#options.response.writableNeedDrain) this.#pump();
  }

  /** Heartbeat: a comment line, unless data is pending. */
  beat(): void {
    if (this.#options.response.writableLength === 0) this.#write(Buffer.from(':\n\n'));
  }

  /** Ends the stream after what is being sent. */
  end(last: Buffer | undefined): void {
    this.#ending = { last };
    if (this.#snapshot === undefined) this.#finish();
  }

  /** Disconnects the reader at once. */
  cut(): void {
    this.#options.response.destroy();
    this.forget();
  }

  /** Releases the timer once the connection is closed. */
  forget(): void {
    clearTimeout(this.#blocked);
    this.#snapshot = undefined;
    this.#clearQueue();
    this.#isOver = true;
  }

  #finish(): void {
    this.#options.response.end(this.#ending?.last);
    this.forget();
  }

  #enqueue(bytes: Buffer): void {
    this.#queueBytes += bytes.length;
    if (this.#queueBytes > this.#options.backlogBytes) {
      this.#hasMissed = true;
      this.#clearQueue();
    } else this.#queue.push(bytes);
  }

  #clearQueue(): void {
    this.#queue = [];
    this.#queueBytes = 0;
  }

  #drained(): void {
    clearTimeout(this.#blocked);
    this.#blocked = undefined;
    this.#pump();
  }

  /** Sends as much of the snapshot as the connection takes, then the queued events. */
  #pump(): void {
    while (!this.#isOver) {
      if (this.#snapshot === undefined) {
        if (this.#ending !== undefined) this.#finish();
        if (!this.#hasMissed || this.#isOver) return;
        this.#snapshot = this.#options.snapshot();
        this.#hasMissed = false;
      }
      const piece = this.#snapshot.next();
      if (piece.done !== true) {
        if (!this.#write(piece.value)) return;
      } else {
        this.#snapshot = undefined;
        const queue = this.#queue;
        this.#clearQueue();
        for (const bytes of queue) this.#write(bytes);
      }
    }
  }

  /** @returns false once the connection applies backpressure */
  #write(bytes: Buffer): boolean {
    const { response, blockedMs } = this.#options;
    if (response.write(bytes)) return true;
    this.#blocked ??= setTimeout(() => response.destroy(), blockedMs).unref();
    return false;
  }
}
