import { createParser } from 'eventsource-parser';
import { backoffMs, pause } from './backoff.ts';

/** How long the server may be unreachable before the page says so. */
const lostAfterMs = 2000;
/** A connection that lasts longer resets the backoff. */
const steadyMs = 1000;

/** More than two heartbeats of 30 s: a connection that is silent for so long is dead. */
const silenceMs = 75_000;

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

type ReadOptions<Event> = Pick<
  KeepStreamOpenOptions<Event>,
  'open' | 'signal' | 'onEvent' | 'onRefused'
> & { readonly onOpen: () => void };

/**
 * Reads an event stream to its end. Never throws. Events are trusted, since page and server are of the same release.
 */
const readEvents = async <Event>({
  open,
  signal,
  onOpen,
  onEvent,
  onRefused,
}: ReadOptions<Event>): Promise<void> => {
  const connection = new AbortController();
  const abort = () => connection.abort();
  signal.addEventListener('abort', abort);
  let watchdog = setTimeout(abort, silenceMs);
  const parser = createParser({ onEvent: ({ data }) => onEvent(JSON.parse(data) as Event) });
  try {
    const response = await open(connection.signal);
    if (!response.ok) onRefused?.(response.status);
    if (!response.ok || response.body === null) return;
    onOpen();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(watchdog);
      watchdog = setTimeout(abort, silenceMs);
      parser.feed(part.value);
    }
  } catch {
    // Broken connections are expected; the caller reconnects.
  } finally {
    clearTimeout(watchdog);
    signal.removeEventListener('abort', abort);
    connection.abort();
  }
};
