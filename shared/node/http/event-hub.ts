import type { ServerResponse } from 'node:http';
import { GalleyError } from '../../errors.ts';
import { EventStream } from './event-stream.ts';

/** A stream event; its version, if any, becomes the SSE id. */
interface StreamEvent {
  readonly type: string;
  readonly version?: number;
}

interface EventHubOptions<Event extends StreamEvent> {
  /**
   * What a reader gets first, and again after falling behind: events, and large ones as stream text in pieces. Must be
   * consistent as of the call.
   */
  readonly snapshot: () => Iterable<Event | string>;
  readonly maxStreams: number;
  /** Number of open streams of other hubs with the same limit. */
  readonly otherStreams?: () => number;
  /** Makes room for a stream beyond the limit; false if it cannot. */
  readonly makeRoom?: () => boolean;
  /** How far a reader may fall behind before it misses events. */
  readonly backlogBytes: number;
  readonly heartbeatMs?: number;
  /** How long a reader may stall before it is disconnected. */
  readonly blockedMs?: number;
}

/** Encoded once; all readers share the bytes. */
const encode = (event: StreamEvent): Buffer => {
  const id = event.version === undefined ? '' : `id: ${event.version}\n`;
  return Buffer.from(`${id}data: ${JSON.stringify(event)}\n\n`);
};

function* encodeAll(events: Iterable<StreamEvent | string>): Generator<Buffer> {
  for (const event of events) yield typeof event === 'string' ? Buffer.from(event) : encode(event);
}

/**
 * The readers of one event stream (text/event-stream, unnamed events). Each gets a snapshot and then every event in
 * order; memory is bounded even if a reader stalls. Source: contract.md, section 1.5.
 */
export class EventHub<Event extends StreamEvent> {
  readonly #options: EventHubOptions<Event>;
  readonly #readers = new Set<EventStream>();
  #heartbeat: NodeJS.Timeout | undefined;
  /** The encoded last event, if any; undefined until `end`. */
  #ended: { readonly last: Buffer | undefined } | undefined;

  constructor(options: EventHubOptions<Event>) {
    this.#options = options;
  }

  get size(): number {
    return this.#readers.size;
  }

  /**
   * Turns the response into a stream of this hub.
   * @throws GalleyError `too_many_streams`
   */
  open(response: ServerResponse): void {
    const { req: request } = response;
    if (request.method !== 'HEAD') this.#assertRoom();
    // The connection is not reused, so it closes together with the stream.
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
    // Streams have their own timeout for stalled readers.
    request.socket.setTimeout(0);
    this.#add(response);
  }

  /** Sends an event to every reader that keeps up. */
  broadcast(event: Event): void {
    if (this.#readers.size === 0) return;
    const bytes = encode(event);
    for (const reader of this.#readers) reader.send(bytes);
  }

  /** Sends every reader a new snapshot, in place of its queued events. */
  renew(): void {
    for (const reader of this.#readers) reader.renew();
  }

  /** Ends all streams, optionally with a last event; streams opened later get only that. */
  end(last?: Event): void {
    const bytes = last === undefined ? undefined : encode(last);
    this.#ended = { last: bytes };
    for (const reader of this.#readers) reader.end(bytes);
    this.#readers.clear();
    this.#stopHeartbeat();
  }

  /** Disconnects the reader that has been connected for longest; false if there is none. */
  cutOldest(): boolean {
    const [oldest] = this.#readers;
    if (oldest === undefined) return false;
    oldest.cut();
    this.#remove(oldest);
    return true;
  }

  #assertRoom(): void {
    const { maxStreams, otherStreams, makeRoom } = this.#options;
    if (this.#readers.size + (otherStreams?.() ?? 0) < maxStreams || makeRoom?.() === true) return;
    throw new GalleyError(
      'too_many_streams',
      `All event streams that a review may have are open (${maxStreams}). Close one, or raise limits.streams in the config.`,
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
