import type { Outcome } from '../../shared/session/decision.ts';
import type { Death, EndedSession } from '../../shared/session/session.ts';
import type { Minute } from '../../shared/supervisor/status.ts';

const minuteMs = 60_000;
const minutesKept = 60;
const endsKept = 100;

type Kind = 'opened' | 'decided' | 'died';
type Counts = Record<Kind, number>;

const lost: ReadonlySet<Death['class']> = new Set([
  'crash',
  'killed',
  'out-of-memory',
  'start-failed',
]);

const kindOf = ({ outcome, death }: Pick<EndedSession, 'outcome' | 'death'>): Kind =>
  outcome === 'undecided' || lost.has(death.class) ? 'died' : 'decided';

/**
 * Recent activity for the dashboard: the last hour by the minute, and the last sessions that ended. Every dashboard
 * shows this list, whenever it was opened.
 */
export class History {
  /** By minutes since 1970. */
  readonly #minutes = new Map<number, Counts>();
  #ended: readonly EndedSession[] = [];

  /** Oldest first. */
  get lastEnded(): readonly EndedSession[] {
    return this.#ended;
  }

  opened(nowMs: number): void {
    this.#count('opened', nowMs);
  }

  /** @returns the ids dropped because the list is full */
  ended(session: EndedSession, nowMs: number): string[] {
    this.#count(kindOf(session), nowMs);
    return this.#keep([...this.#ended, session]);
  }

  /** Adds sessions that ended before this supervisor started. */
  restore(sessions: readonly EndedSession[]): void {
    const known = new Set(this.#ended.map(({ id }) => id));
    const more = sessions.filter(({ id }) => !known.has(id));
    this.#keep(
      [...this.#ended, ...more].sort((one, other) => (one.endedAt < other.endedAt ? -1 : 1)),
    );
  }

  /** Drops sessions whose files were removed. @returns the ids that were listed */
  forget(ids: readonly string[]): string[] {
    const gone = new Set(ids);
    const [forgotten, left] = [
      this.#ended.filter(({ id }) => gone.has(id)),
      this.#ended.filter(({ id }) => !gone.has(id)),
    ];
    this.#ended = left;
    return forgotten.map(({ id }) => id);
  }

  /** The minutes of the last hour, oldest first; the last is the current one. */
  minutes(nowMs: number): Minute[] {
    const last = Math.floor(nowMs / minuteMs);
    return Array.from({ length: minutesKept }, (_, index) => {
      const minute = last - minutesKept + 1 + index;
      const at = new Date(minute * minuteMs).toISOString();
      return { at, ...(this.#minutes.get(minute) ?? { opened: 0, decided: 0, died: 0 }) };
    });
  }

  #keep(sessions: readonly EndedSession[]): string[] {
    this.#ended = sessions.slice(-endsKept);
    return sessions.slice(0, -endsKept).map(({ id }) => id);
  }

  #count(kind: Kind, nowMs: number): void {
    const minute = Math.floor(nowMs / minuteMs);
    const counts = this.#minutes.get(minute) ?? { opened: 0, decided: 0, died: 0 };
    counts[kind] += 1;
    this.#minutes.set(minute, counts);
    // A clock change leaves minutes from another time behind.
    for (const known of this.#minutes.keys())
      if (Math.abs(known - minute) >= minutesKept) this.#minutes.delete(known);
  }
}

/** Counters since the supervisor started. */
export class Totals {
  opened = 0;
  readonly outcomes = new Map<Outcome, number>();
  readonly deaths = new Map<Death['class'], number>();

  ended(outcome: Outcome, death: Death): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    this.deaths.set(death.class, (this.deaths.get(death.class) ?? 0) + 1);
  }
}
