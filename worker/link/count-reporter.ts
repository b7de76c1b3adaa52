import { noCounts, type SessionCounts } from '../../shared/session/session-counts.ts';
import { countsPauseMs } from '../../shared/supervisor/worker-messages.ts';

interface ReporterOptions {
  readonly read: () => SessionCounts;
  /** @returns false where it could not be sent now */
  readonly send: (counts: SessionCounts) => boolean;
}

/** Tells the supervisor what the session holds: soon after a change, seldom in a flood, and never twice the same. */
export class CountReporter {
  readonly #options: ReporterOptions;
  #sent: SessionCounts = noCounts;
  #isDue = false;

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  /** Something may be different. */
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
