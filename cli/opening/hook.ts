import type { Context } from '../context.ts';
import type { Format, FormatName, HookEvent } from '../formats/format.ts';
import type { HookAnswer, HookMemory } from './hook-memory.ts';
import type { Opening } from './open-request.ts';
import type { OpenedSession } from './open-review.ts';

/** One run of a host's hook, and what is known so far. */
export interface Hook {
  readonly name: FormatName;
  readonly format: Format;
  /** From the command line. */
  readonly opening: Opening;
  readonly context: Context;
  readonly deadline: HookDeadline;
  event: HookEvent | undefined;
  /** Set once the hook and the host's session are known. */
  memory: HookMemory | undefined;
  /** The digest of the subject, as in HookAnswer. */
  about: HookAnswer['about'];
  /** The review that it waits for. */
  opened: OpenedSession | undefined;
}

/** The hook has to answer now. */
export class DeadlineReached extends Error {
  override readonly name = 'DeadlineReached';
}

/** A tenth of the time, within these bounds, is reserved for detaching the review and answering. */
const minReserveMs = 500;
const maxReserveMs = 5000;
const reserveOf = (timeoutMs: number): number =>
  Math.min(Math.max(timeoutMs / 10, minReserveMs), maxReserveMs);

/** The time by which a hook must answer, counted from the start of its process. */
export class HookDeadline {
  readonly #controller = new AbortController();
  #timeoutMs = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  /** Aborted with a DeadlineReached when it is time to answer. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Infinite if nothing happens when the host stops waiting. */
  get timeoutMs(): number {
    return this.#timeoutMs;
  }

  /** Time left until the answer must be written. */
  get remainingMs(): number {
    return Math.max(this.#timeoutMs - performance.now(), 0);
  }

  /** May be changed until it is reached. */
  set(timeoutMs: number): void {
    clearTimeout(this.#timer);
    this.#timeoutMs = timeoutMs;
    if (!Number.isFinite(timeoutMs)) return;
    const untilMs = timeoutMs - reserveOf(timeoutMs) - performance.now();
    const expire = () => this.#controller.abort(new DeadlineReached());
    this.#timer = setTimeout(expire, Math.max(untilMs, 0));
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  /**
   * Awaits `pending`, which may not support signals, until the deadline.
   * @throws DeadlineReached
   */
  async race<Value>(pending: Promise<Value>): Promise<Value> {
    let reached: (() => void) | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      reached = () => reject(this.signal.reason as DeadlineReached);
      if (this.signal.aborted) reached();
      else this.signal.addEventListener('abort', reached);
    });
    try {
      return await Promise.race([pending, late]);
    } finally {
      if (reached !== undefined) this.signal.removeEventListener('abort', reached);
      // A late rejection is not unhandled.
      pending.catch(() => undefined);
    }
  }
}
