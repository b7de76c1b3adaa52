import { stat } from 'node:fs/promises';

const tickMs = 5000;
const ticksPerMinute = 60_000 / tickMs;

interface OrphanWatchOptions {
  readonly spool: string;
  readonly orphanMinutes: number;
  /** Called at most once for each `start`, with a sentence. */
  readonly onAbandoned: (reason: string) => void;
}

/**
 * Watches over a session that has no supervisor: it is abandoned when none has come for the time allowed, or when the
 * one that came has cleared it away. The time is counted in ticks: a machine that slept gives the next supervisor the
 * same chance as one that did not.
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
