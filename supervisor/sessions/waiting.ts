/** Who waits for which session's decision. */
export class Waiting {
  readonly #waiting = new Map<string, Set<() => void>>();
  /** Sessions that run no more and have no decision yet. */
  readonly #expected = new Set<string>();

  /** How many wait. */
  get size(): number {
    let size = 0;
    for (const waiters of this.#waiting.values()) size += waiters.size;
    return size;
  }

  /**
   * Resolves when the session's decision has come, after `timeoutMs`, or when the signal aborts; the caller looks
   * which it was.
   */
  wait(
    id: string,
    { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
  ): Promise<void> {
    return new Promise((resolve) => {
      const waiters = this.#waiting.get(id) ?? new Set();
      this.#waiting.set(id, waiters);
      const timer = setTimeout(finish, timeoutMs);
      function finish(): void {
        clearTimeout(timer);
        waiters.delete(finish);
        signal.removeEventListener('abort', finish);
        resolve();
      }
      waiters.add(finish);
      if (signal.aborted) finish();
      else signal.addEventListener('abort', finish);
    });
  }

  /** Whether the decision of a session that runs no more is still to come. */
  isExpected(id: string): boolean {
    return this.#expected.has(id);
  }

  /** Marks such a session. Returns what to call when its decision is there. */
  expect(id: string): () => void {
    this.#expected.add(id);
    return () => {
      this.#expected.delete(id);
      this.wake(id);
    };
  }

  /** Tells all who wait for this one. */
  wake(id: string): void {
    const waiters = this.#waiting.get(id);
    this.#waiting.delete(id);
    for (const finish of waiters ?? []) finish();
  }
}
