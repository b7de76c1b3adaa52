import { backoffMs, pause } from './backoff.ts';
import { readEvents } from './event-reader.ts';

/** How long nothing may be reached before the page says so. */
const lostAfterMs = 2000;
/** How long a connection lasts that was a good one. */
const steadyMs = 1000;

interface KeepStreamOpenOptions<Event> {
  /** Whether there is nothing more to come. */
  readonly isOver: () => boolean;
  readonly signal: AbortSignal;
  /** Waits until a connection is wanted. */
  readonly whenWanted?: () => Promise<void>;
  /** Opens the stream; aborted when it falls silent. What it throws is a try that failed. */
  readonly open: (signal: AbortSignal) => Promise<Response>;
  readonly onEvent: (event: Event) => void;
  /** A connection is there; `drop` gives it up, so that another one is made. */
  readonly onOpen: (drop: () => void) => void;
  /** A connection has ended, or was not to be had. */
  readonly onClosed: () => void;
  /** Nothing has been reached for too long; it is still being tried. */
  readonly onLost: () => void;
  /** Hears of an answer that is no stream. */
  readonly onRefused?: (status: number) => void;
}

/** Keeps an event stream open, with longer and longer pauses where it does not stay open. It never throws. */
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
    // One that is closed as soon as it is open is no reason to hurry.
    if (performance.now() - openedAtMs > steadyMs) attempt = 0;
    onClosed();
  }
  clearTimeout(lost);
};
