import type { Transport } from './transport.ts';

/** The last message received from the other end, and from which instance of it. */
interface Seen {
  readonly epoch: string;
  readonly seq: number;
}

/** What each end sends before the first frame, so that nothing is lost or duplicated. */
export interface LinkHello {
  readonly epoch: string;
  readonly seen: Seen;
}

interface LinkOptions {
  /** Tells this instance from an earlier one. */
  readonly epoch: string;
  readonly onMessage: (message: unknown) => void;
  /** The transport closed; unacknowledged messages are kept for the next one. */
  readonly onLost: () => void;
}

interface Frame {
  readonly seq?: unknown;
  readonly message?: unknown;
  readonly ack?: unknown;
  readonly probe?: unknown;
}

/** Either end sends only a few messages: more unacknowledged ones mean a fault. */
const maxUnacknowledged = 64;
const roomForSmallTalk = 4;

/**
 * One end of the connection between supervisor and worker, over changing transports. Each message is repeated until
 * acknowledged, and delivered once. The queue is bounded.
 */
export class MessageLink {
  readonly #options: LinkOptions;
  #transport: Transport | undefined;
  #lastSeq = 0;
  #unacknowledged: { readonly seq: number; readonly message: object }[] = [];
  #seen: Seen = { epoch: '', seq: 0 };
  #waitingSinceMs: number | undefined;
  #onSettled: (() => void) | undefined;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  get hello(): LinkHello {
    return { epoch: this.#options.epoch, seen: this.#seen };
  }

  get isAttached(): boolean {
    return this.#transport !== undefined;
  }

  /** Whether an optional message would go out at once; it must not displace another. */
  get hasRoom(): boolean {
    return this.#transport !== undefined && this.#unacknowledged.length < roomForSmallTalk;
  }

  /** How long the other end has not answered, in milliseconds; 0 if nothing is pending. */
  unansweredMs(nowMs: number): number {
    return this.#waitingSinceMs === undefined ? 0 : nowMs - this.#waitingSinceMs;
  }

  /** Switches to this transport. @param peer the hello of the other end */
  attach(transport: Transport, peer: LinkHello): void {
    this.#transport?.close();
    this.#transport = transport;
    if (peer.epoch !== this.#seen.epoch) this.#seen = { epoch: peer.epoch, seq: 0 };
    if (peer.seen.epoch === this.#options.epoch) this.#acknowledge(peer.seen.seq);
    for (const waiting of this.#unacknowledged) transport.send(waiting);
    transport.listen({
      onFrame: (frame) => {
        // Ignore anything but objects.
        if (typeof frame === 'object' && frame !== null) this.#receive(frame, transport);
      },
      onClosed: () => this.#closed(transport),
    });
  }

  /** @returns false if the queue is full: the message is dropped */
  send(message: object): boolean {
    if (this.#unacknowledged.length >= maxUnacknowledged) return false;
    this.#lastSeq += 1;
    const frame = { seq: this.#lastSeq, message };
    this.#unacknowledged.push(frame);
    this.#owe();
    this.#transport?.send(frame);
    return true;
  }

  /** Pings the other end unless an answer is pending. */
  probe(): void {
    if (this.#transport === undefined || this.#waitingSinceMs !== undefined) return;
    this.#owe();
    this.#transport.send({ probe: true });
  }

  /** Resolves when everything is acknowledged, on disconnect, or on timeout. */
  async settled(timeoutMs: number): Promise<void> {
    if (this.#unacknowledged.length === 0 || this.#transport === undefined) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#onSettled = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  close(): void {
    const transport = this.#transport;
    this.#transport = undefined;
    transport?.close();
  }

  #owe(): void {
    this.#waitingSinceMs ??= performance.now();
  }

  #receive({ seq, message, ack }: Frame, transport: Transport): void {
    if (transport !== this.#transport) return;
    // Any frame is a sign of life.
    this.#waitingSinceMs = this.#unacknowledged.length > 0 ? performance.now() : undefined;
    if (typeof ack === 'number') {
      this.#acknowledge(ack);
      return;
    }
    if (typeof seq === 'number' && seq > this.#seen.seq) {
      this.#seen = { ...this.#seen, seq };
      this.#options.onMessage(message);
    }
    // Also for probes, and for repeated messages whose acknowledgement was lost.
    transport.send({ ack: this.#seen.seq });
  }

  #acknowledge(seq: number): void {
    this.#unacknowledged = this.#unacknowledged.filter((frame) => frame.seq > seq);
    if (this.#unacknowledged.length > 0) return;
    this.#waitingSinceMs = undefined;
    this.#onSettled?.();
  }

  #closed(transport: Transport): void {
    if (transport !== this.#transport) return;
    this.#transport = undefined;
    this.#waitingSinceMs = undefined;
    this.#onSettled?.();
    this.#options.onLost();
  }
}
