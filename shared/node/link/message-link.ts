import type { Transport } from './transport.ts';

/** What one end knows of the other: which instance it spoke to last, and the last message that came from it. */
export interface Seen {
  readonly epoch: string;
  readonly seq: number;
}

/** What each end says of itself before the first frame, so that nothing is lost or done twice. */
export interface LinkHello {
  readonly epoch: string;
  readonly seen: Seen;
}

interface LinkOptions {
  /** Tells this instance from an earlier one of the same process's place. */
  readonly epoch: string;
  readonly onMessage: (message: unknown) => void;
  /** The transport closed by itself; what is not acknowledged is kept for the next one. */
  readonly onLost: () => void;
}

interface Frame {
  readonly seq?: unknown;
  readonly message?: unknown;
  readonly ack?: unknown;
  readonly probe?: unknown;
}

/** Either end sends a handful of messages in its life: more that are not acknowledged are a fault. */
const maxUnacknowledged = 64;
const roomForSmallTalk = 4;

/**
 * One end of the messages between a supervisor and a worker, over whatever carries them at the moment: each message is
 * acknowledged, repeated on the next transport until it is, and taken once. What waits is bounded.
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

  /** Whether a message that can be done without would go out at once: it must never take the place of another. */
  get hasRoom(): boolean {
    return this.#transport !== undefined && this.#unacknowledged.length < roomForSmallTalk;
  }

  /** How long the other end has owed an answer, in milliseconds; 0 where it owes none. */
  unansweredMs(nowMs: number): number {
    return this.#waitingSinceMs === undefined ? 0 : nowMs - this.#waitingSinceMs;
  }

  /** Goes on over this transport, which takes the place of the one before; `peer` is the other end's word of itself. */
  attach(transport: Transport, peer: LinkHello): void {
    this.#transport?.close();
    this.#transport = transport;
    if (peer.epoch !== this.#seen.epoch) this.#seen = { epoch: peer.epoch, seq: 0 };
    if (peer.seen.epoch === this.#options.epoch) this.#acknowledge(peer.seen.seq);
    for (const waiting of this.#unacknowledged) transport.send(waiting);
    transport.listen({
      onFrame: (frame) => {
        // What is no object is no frame, and not worth an answer.
        if (typeof frame === 'object' && frame !== null) this.#receive(frame, transport);
      },
      onClosed: () => this.#closed(transport),
    });
  }

  /** @returns false where too much waits already: the message is not taken */
  send(message: object): boolean {
    if (this.#unacknowledged.length >= maxUnacknowledged) return false;
    this.#lastSeq += 1;
    const frame = { seq: this.#lastSeq, message };
    this.#unacknowledged.push(frame);
    this.#owe();
    this.#transport?.send(frame);
    return true;
  }

  /** Asks the other end for a sign of life, unless it owes one already. */
  probe(): void {
    if (this.#transport === undefined || this.#waitingSinceMs !== undefined) return;
    this.#owe();
    this.#transport.send({ probe: true });
  }

  /** Resolves when everything is acknowledged, when nobody is there to do so, or after the time given. */
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
    // Whatever came, it came from a process that runs.
    this.#waitingSinceMs = this.#unacknowledged.length > 0 ? performance.now() : undefined;
    if (typeof ack === 'number') {
      this.#acknowledge(ack);
      return;
    }
    if (typeof seq === 'number' && seq > this.#seen.seq) {
      this.#seen = { ...this.#seen, seq };
      this.#options.onMessage(message);
    }
    // Also for a probe, and for what was repeated because the first word of it was lost.
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
