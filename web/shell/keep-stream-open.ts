import { backoffMs, pause } from './backoff.ts';
import { readEvents } from './event-reader.ts';

/** How long the server may be unreachable before the page says so. */
const lostAfterMs = 2000;
/** A connection that lasts longer resets the backoff. */
const steadyMs = 1000;

interface KeepStreamOpenOptions<Event> {
  /** Whether the stream has ended for good. */
  readonly isOver: () => boolean;
  readonly signal: AbortSignal;
  /** Waits until a connection is needed. */
  readonly whenWanted?: () => Promise<void>;
  /** Opens the stream; `signal` aborts if it falls silent. Errors count as failed attempts. */
  readonly open: (signal: AbortSignal) => Promise<Response>;
  readonly onEvent: (event: Event) => void;
  /** Connected; `drop` closes the connection, to reconnect. */
  readonly onOpen: (drop: () => void) => void;
  /** Disconnected, or failed to connect. */
  readonly onClosed: () => void;
  /** Unreachable for too long; keeps retrying. */
  readonly onLost: () => void;
  /** Called with the status of an error response. */
  readonly onRefused?: (status: number) => void;
}

/** Keeps an event stream open, with exponential backoff. Never throws. */
export const keepStreamOpen = async <Event>(
  options: KeepStreamOpenOptions<Event>,
): Promise<void> => {
  const { signal, isOver, whenWanted, onLost, onOpen, onClosed, ...reading } = options;
  let attempt = 0;
  let lost: ReturnType<typeof setTimeout> | undefined;
  while (!isOver()) {
    await pause(backoffMs(attempt), signal);
    await whenWanted?.();
    if (isOver()) break;
    attempt += 1;
    lost ??= setTimeout(onLost, lostAfterMs);
    let openedAtMs = Number.POSITIVE_INFINITY;
    const dropping = new AbortController();
    await readEvents<Event>({
      ...reading,
      signal: AbortSignal.any([signal, dropping.signal]),
      onOpen: () => {
        openedAtMs = performance.now();
        clearTimeout(lost);
        lost = undefined;
        onOpen(() => dropping.abort());
      },
    });
    // Connections that close at once must not reset the backoff.
    if (performance.now() - openedAtMs > steadyMs) attempt = 0;
    onClosed();
  }
  clearTimeout(lost);
};
