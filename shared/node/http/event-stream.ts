import type { ServerResponse } from 'node:http';

interface ReaderOptions {
  readonly response: ServerResponse;
  /** Stream text of all that stands, in pieces; it is that of the moment of the call. */
  readonly snapshot: () => Iterator<Buffer>;
  /** What may wait for it before events are kept from it. */
  readonly backlogBytes: number;
  /** How long its connection may take nothing before it is destroyed. */
  readonly blockedMs: number;
}

/**
 * One reader of an event stream. It gets a snapshot piece by piece, as fast as it reads, and then the events; where
 * more waits for it than the backlog allows it misses events, and gets a new snapshot instead once it has caught up.
 */
export class EventStream {
  readonly #options: ReaderOptions;
  /** The snapshot that is being sent; undefined when the reader lives on events alone. */
  #snapshot: Iterator<Buffer> | undefined;
  /** Events since that snapshot, which must come behind it. */
  #queue: Buffer[] = [];
  #queueBytes = 0;
  #hasMissed = false;
  /** The last event, once the stream is to end. */
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

  /** Lets go of the events that wait: a new snapshot comes, behind the one that is being sent. */
  renew(): void {
    if (this.#isOver) return;
    this.#hasMissed = true;
    this.#clearQueue();
    if (this.#snapshot === undefined && !this.#options.response.writableNeedDrain) this.#pump();
  }

  /** A comment line, unless something waits already. */
  beat(): void {
    if (this.#options.response.writableLength === 0) this.#write(Buffer.from(':\n\n'));
  }

  /** Ends the stream, behind what was begun. */
  end(last: Buffer | undefined): void {
    this.#ending = { last };
    if (this.#snapshot === undefined) this.#finish();
  }

  /** Its connection is closed. */
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

  /** Sends the snapshot as far as the connection takes it, then what came since. */
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

  /** @returns whether the connection takes more at once */
  #write(bytes: Buffer): boolean {
    const { response, blockedMs } = this.#options;
    if (response.write(bytes)) return true;
    this.#blocked ??= setTimeout(() => response.destroy(), blockedMs).unref();
    return false;
  }
}
