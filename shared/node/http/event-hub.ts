import type { ServerResponse } from 'node:http';
import { GalleyError } from '../../errors.ts';
import { EventStream } from './event-stream.ts';

/** An event of a stream; one that carries a version has it as its SSE id. */
interface StreamEvent {
  readonly type: string;
  readonly version?: number;
}

interface EventHubOptions<Event extends StreamEvent> {
  /**
   * What a reader gets at first, and again when it fell behind: events, and large ones as stream text in pieces. All
   * of it is of the moment of the call.
   */
  readonly snapshot: () => Iterable<Event | string>;
  readonly maxStreams: number;
  /** The open streams of other hubs that count against the same limit. */
  readonly otherStreams?: () => number;
  /** What a reader may fall behind before events are kept from it. */
  readonly backlogBytes: number;
  readonly heartbeatMs?: number;
  /** How long a reader that takes nothing may stay blocked before it is disconnected. */
  readonly blockedMs?: number;
}

/** Encodes an event once for all readers: they share the bytes. */
const encode = (event: StreamEvent): Buffer => {
  const id = event.version === undefined ? '' : `id: ${event.version}\n`;
  return Buffer.from(`${id}data: ${JSON.stringify(event)}\n\n`);
};

function* encodeAll(events: Iterable<StreamEvent | string>): Generator<Buffer> {
  for (const event of events) yield typeof event === 'string' ? Buffer.from(event) : encode(event);
}

/**
 * The readers of one event stream (text/event-stream, unnamed events). Each gets a snapshot and then every event in
 * order; memory stays bounded whatever a reader does. Source: contract.md, section 1.5.
 */
export class EventHub<Event extends StreamEvent> {
  readonly #options: EventHubOptions<Event>;
  readonly #readers = new Set<EventStream>();
  #heartbeat: NodeJS.Timeout | undefined;
  /** The last event's bytes, none for none; undefined until the streams have been ended. */
  #ended: { readonly last: Buffer | undefined } | undefined;

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
  open(response: ServerResponse): void {
    this.#assertRoom();
    const { req: request } = response;
    // A stream's connection is never used for another request; so nothing is left of it when it ends.
    response.shouldKeepAlive = false;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    });
    if (this.#ended !== undefined || request.method === 'HEAD') {
      response.end(this.#ended?.last);
      return;
    }
    request.socket.setNoDelay(true);
    // A reader has a patience of its own with a connection that takes nothing.
    request.socket.setTimeout(0);
    this.#add(response);
  }

  /** Sends an event to every reader that keeps up. */
  broadcast(event: Event): void {
    if (this.#readers.size === 0) return;
    const bytes = encode(event);
    for (const reader of this.#readers) reader.send(bytes);
  }

  /** Gives every reader a new snapshot, instead of what waits for it. */
  renew(): void {
    for (const reader of this.#readers) reader.renew();
  }

  /** Ends every stream, after a last event where one is given; a stream that is opened later gets only that. */
  end(last?: Event): void {
    const bytes = last === undefined ? undefined : encode(last);
    this.#ended = { last: bytes };
    for (const reader of this.#readers) reader.end(bytes);
    this.#readers.clear();
    this.#stopHeartbeat();
  }

  #assertRoom(): void {
    const { maxStreams, otherStreams } = this.#options;
    if (this.#readers.size + (otherStreams?.() ?? 0) < maxStreams) return;
    throw new GalleyError(
      'too_many_streams',
      `There are ${maxStreams} open streams already. Close one, or raise limits.streams in the config.`,
    );
  }

  #add(response: ServerResponse): void {
    const { snapshot, backlogBytes, blockedMs = 30_000, heartbeatMs = 30_000 } = this.#options;
    const reader = new EventStream({
      response,
      snapshot: () => encodeAll(snapshot()),
      backlogBytes,
      blockedMs,
    });
    this.#readers.add(reader);
    response.on('close', () => this.#remove(reader));
    response.on('error', () => this.#remove(reader));
    this.#heartbeat ??= setInterval(() => this.#beat(), heartbeatMs).unref();
    reader.start();
  }

  #beat(): void {
    for (const reader of this.#readers) reader.beat();
  }

  #remove(reader: EventStream): void {
    reader.forget();
    this.#readers.delete(reader);
    if (this.#readers.size === 0) this.#stopHeartbeat();
  }

  #stopHeartbeat(): void {
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }
}
