import { noCounts, type SessionCounts } from '../../shared/session/session-counts.ts';
import { countsPauseMs } from '../../shared/supervisor/worker-messages.ts';

interface ReporterOptions {
  readonly read: () => SessionCounts;
  /** @returns false if it cannot be sent now */
  readonly send: (counts: SessionCounts) => boolean;
}

/** Reports the session's counts to the supervisor, throttled and only when they differ. */
export class CountReporter {
  readonly #options: ReporterOptions;
  #sent: SessionCounts = noCounts;
  #isDue = false;

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  /** Call when the counts may have changed. */
  changed(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => this.#report(), countsPauseMs).unref();
  }

  #report(): void {
    this.#isDue = false;
    const counts = this.#options.read();
    const { findings, comments } = this.#sent;
    if (counts.findings === findings && counts.comments === comments) return;
    if (this.#options.send(counts)) this.#sent = counts;
    else this.changed();
  }
}
