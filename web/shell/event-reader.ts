import { createParser } from 'eventsource-parser';

/** Longer than two heartbeats of 30 s: a connection that says nothing for so long is dead. */
const silenceMs = 75_000;

interface ReadOptions<Event> {
  /** Opens the stream; aborted when it falls silent. */
  readonly open: (signal: AbortSignal) => Promise<Response>;
  readonly signal: AbortSignal;
  readonly onOpen: () => void;
  readonly onEvent: (event: Event) => void;
  /** Hears of an answer that is no stream. */
  readonly onRefused?: (status: number) => void;
}

/**
 * Reads one connection of an event stream to its end, however it ends. It never throws. The server is of the page's own
 * release, so that its events are trusted to be those that the page knows.
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
    // A connection that breaks is an expected end: the caller opens the next one.
  } finally {
    clearTimeout(watchdog);
    signal.removeEventListener('abort', abort);
    connection.abort();
  }
};
