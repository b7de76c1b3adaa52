/** Requests waiting for the decisions of sessions. */
export class DecisionWaiters {
  readonly #waiting = new Map<string, Set<() => void>>();
  /** Exited sessions that have no decision yet. */
  readonly #expected = new Set<string>();

  get size(): number {
    let size = 0;
    for (const waiters of this.#waiting.values()) size += waiters.size;
    return size;
  }

  /** Resolves on the decision, on timeout or on abort; the caller checks which. */
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

  /** Whether an exited session is still to get its decision. */
  isExpected(id: string): boolean {
    return this.#expected.has(id);
  }

  /** Marks an exited session. Returns a function to call when it has its decision. */
  expect(id: string): () => void {
    this.#expected.add(id);
    return () => {
      this.#expected.delete(id);
      this.wake(id);
    };
  }

  wake(id: string): void {
    const waiters = this.#waiting.get(id);
    this.#waiting.delete(id);
    for (const finish of waiters ?? []) finish();
  }
}
