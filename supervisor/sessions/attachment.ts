/**
 * Counts the connections of a session's launching process. When the last one has closed, or none ever came, `onLost`
 * is called after the grace time; a detached session has no launching process.
 */
export class Attachment {
  readonly #graceMs: number;
  readonly #onLost: () => void;
  #connections = 0;
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  constructor({ graceMs, onLost }: { graceMs: number; onLost: () => void }) {
    this.#graceMs = graceMs;
    this.#onLost = onLost;
    this.#startGrace();
  }

  /** A connection came. Returns what to call once when it is gone. */
  connect(): () => void {
    this.#connections += 1;
    clearTimeout(this.#timer);
    let isConnected = true;
    return () => {
      if (!isConnected) return;
      isConnected = false;
      this.#connections -= 1;
      if (this.#connections === 0) this.#startGrace();
    };
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }

  #startGrace(): void {
    if (this.#isEnded) return;
    this.#timer = setTimeout(this.#onLost, this.#graceMs).unref();
  }
}
