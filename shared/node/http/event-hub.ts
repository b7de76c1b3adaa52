import type { Request, Response } from 'express';
import { GalleyError } from '../../errors.ts';

/** An event of a stream; one that carries a version has it as its SSE id. */
interface StreamEvent {
  readonly type: string;
  readonly version?: number;
}

interface EventHubOptions<Event extends StreamEvent> {
  /** What a reader gets at first, and again when it fell behind. */
  readonly snapshot: () => readonly Event[];
  readonly maxStreams: number;
  /** What a reader may fall behind before events are kept from it. */
  readonly backlogBytes: number;
  readonly heartbeatMs?: number;
  /** How long a reader that fell behind may stay blocked before it is disconnected. */
  readonly blockedMs?: number;
}

interface Reader {
  readonly response: Response;
  /** When it fell behind; undefined while it keeps up. */
  behindSinceMs: number | undefined;
}

/** Encodes an event once for all readers: they share the bytes. */
const encode = (event: StreamEvent): Buffer => {
  const id = event.version === undefined ? '' : `id: ${event.version}\n`;
  return Buffer.from(`${id}data: ${JSON.stringify(event)}\n\n`);
};

/**
 * The readers of one event stream (text/event-stream, unnamed events). Each gets a snapshot and then every event in
 * order; memory stays bounded whatever a reader does. Source: contract.md, section 1.5.
 */
export class EventHub<Event extends StreamEvent> {
  readonly #options: EventHubOptions<Event>;
  readonly #readers = new Set<Reader>();
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(options: EventHubOptions<Event>) {
    this.#options = options;
  }

  get size(): number {
    return this.#readers.size;
  }

  /**
   * Makes the response a stream of this hub.
   * @throws GalleyError `too_many_streams`
   */
  open(request: Request, response: Response): void {
    if (this.#readers.size >= this.#options.maxStreams)
      throw new GalleyError(
        'too_many_streams',
        `There are ${this.#options.maxStreams} open streams already. Close one, or raise limits.streams in the config.`,
      );
    const reader: Reader = { response, behindSinceMs: undefined };
    request.socket.setNoDelay(true);
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    });
    this.#readers.add(reader);
    response.on('drain', () => this.#catchUp(reader));
    response.on('close', () => this.#remove(reader));
    response.on('error', () => this.#remove(reader));
    this.#heartbeat ??= setInterval(
      () => this.#beat(),
      this.#options.heartbeatMs ?? 30_000,
    ).unref();
    this.#sendSnapshot(reader);
  }

  /** Sends an event to every reader that keeps up. */
  broadcast(event: Event): void {
    if (this.#readers.size === 0) return;
    const bytes = encode(event);
    for (const reader of this.#readers) this.#send(reader, bytes);
  }

  /** Ends every stream, after a last event where one is given. */
  end(last?: Event): void {
    const bytes = last === undefined ? undefined : encode(last);
    for (const { response } of this.#readers) response.end(bytes);
    this.#readers.clear();
    this.#stopHeartbeat();
  }

  #send(reader: Reader, bytes: Buffer): void {
    if (reader.behindSinceMs !== undefined) return;
    if (reader.response.writableLength > this.#options.backlogBytes)
      reader.behindSinceMs = Date.now();
    else reader.response.write(bytes);
  }

  #sendSnapshot(reader: Reader): void {
    reader.behindSinceMs = undefined;
    for (const event of this.#options.snapshot()) reader.response.write(encode(event));
  }

  #catchUp(reader: Reader): void {
    if (reader.behindSinceMs !== undefined && this.#readers.has(reader)) this.#sendSnapshot(reader);
  }

  #beat(): void {
    const blockedMs = this.#options.blockedMs ?? 30_000;
    for (const reader of this.#readers) {
      const { response, behindSinceMs } = reader;
      if (behindSinceMs !== undefined && Date.now() - behindSinceMs >= blockedMs)
        response.destroy();
      else if (response.writableLength > this.#options.backlogBytes)
        reader.behindSinceMs ??= Date.now();
      else response.write(':\n\n');
    }
  }

  #remove(reader: Reader): void {
    this.#readers.delete(reader);
    if (this.#readers.size === 0) this.#stopHeartbeat();
  }

  #stopHeartbeat(): void {
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }
}
