import { stat } from 'node:fs/promises';

const tickMs = 5000;
const ticksPerMinute = 60_000 / tickMs;

interface OrphanWatchOptions {
  readonly spool: string;
  readonly orphanMinutes: number;
  /** Called at most once per `start`, with the reason as a sentence. */
  readonly onAbandoned: (reason: string) => void;
}

/**
 * Declares an orphaned session abandoned when no supervisor adopts it in time, or when its spool is removed. Counts
 * timer ticks rather than clock time, so a machine that slept gives the next supervisor the full period.
 */
export class OrphanWatch {
  readonly #options: OrphanWatchOptions;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OrphanWatchOptions) {
    this.#options = options;
  }

  start(): void {
    const { spool, orphanMinutes, onAbandoned } = this.#options;
    let ticksLeft = Math.ceil(orphanMinutes * ticksPerMinute);
    const abandon = (reason: string) => {
      this.stop();
      onAbandoned(reason);
    };
    this.stop();
    const timer = setInterval(() => {
      ticksLeft -= 1;
      if (ticksLeft <= 0)
        abandon(`The supervisor died, and none came within ${orphanMinutes} minutes.`);
      else
        stat(spool).catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT' && this.#timer === timer)
            abandon('The supervisor died, and the next one could not find this session.');
        });
    }, tickMs);
    this.#timer = timer;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
