import { createParser } from 'eventsource-parser';

/** More than two heartbeats of 30 s: a connection that is silent for so long is dead. */
const silenceMs = 75_000;

interface ReadOptions<Event> {
  /** Opens the stream; `signal` aborts if it falls silent. */
  readonly open: (signal: AbortSignal) => Promise<Response>;
  readonly signal: AbortSignal;
  readonly onOpen: () => void;
  readonly onEvent: (event: Event) => void;
  /** Called with the status of an error response. */
  readonly onRefused?: (status: number) => void;
}

/**
 * Reads an event stream to its end. Never throws. Events are trusted, since page and server are of the same release.
 */
export const readEvents = async <Event>(options: ReadOptions<Event>): Promise<void> => {
  const { open, signal, onOpen, onEvent, onRefused } = options;
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
