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
 * What has happened lately, for the dashboard: the last hour in minutes, and the last sessions that ended. That list is
 * the only one: a dashboard shows what stands in it, whenever it was opened.
 */
export class History {
  /** By the number of the minute since 1970. */
  readonly #minutes = new Map<number, Counts>();
  #ended: readonly EndedSession[] = [];

  /** The last that ended, the oldest first. */
  get lastEnded(): readonly EndedSession[] {
    return this.#ended;
  }

  opened(nowMs: number): void {
    this.#count('opened', nowMs);
  }

  /** @returns the ids of those that it is too long for now */
  ended(session: EndedSession, nowMs: number): string[] {
    this.#count(kindOf(session), nowMs);
    return this.#keep([...this.#ended, session]);
  }

  /** Takes in sessions that ended before this supervisor began. */
  restore(sessions: readonly EndedSession[]): void {
    const known = new Set(this.#ended.map(({ id }) => id));
    const more = sessions.filter(({ id }) => !known.has(id));
    this.#keep(
      [...this.#ended, ...more].sort((one, other) => (one.endedAt < other.endedAt ? -1 : 1)),
    );
  }

  /** Takes out those of which nothing is kept any more. @returns the ids of these */
  forget(ids: readonly string[]): string[] {
    const gone = new Set(ids);
    const [forgotten, left] = [
      this.#ended.filter(({ id }) => gone.has(id)),
      this.#ended.filter(({ id }) => !gone.has(id)),
    ];
    this.#ended = left;
    return forgotten.map(({ id }) => id);
  }

  /** Each minute of the last hour, the oldest first; the last is the one that runs. */
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
    // A clock that was set leaves minutes of another time behind.
    for (const known of this.#minutes.keys())
      if (Math.abs(known - minute) >= minutesKept) this.#minutes.delete(known);
  }
}
