import type { SourceChange } from '../../shared/session/source-change.ts';
import type { SessionCore } from '../session-core.ts';

/** Poll interval while somebody is reading. */
const lookMs = 2000;
/** Slow checks run less often: a check takes a 25th of the time. */
const restPerLook = 25;
/** But a change is not told much later than this, as long as a check takes a fifth of the time at most. */
const longestRestMs = 10_000;
const leastRestPerLook = 4;

/** How long to rest after a check that took that long: at least `pauseMs`. */
export const restAfter = (tookMs: number, pauseMs: number): number =>
  Math.max(pauseMs, Math.min(tookMs * restPerLook, longestRestMs), tookMs * leastRestPerLook);

/** Fingerprint of the source; undefined if it cannot be determined at the moment. */
export type SourceState = string | undefined;

/** The source as it is now. */
export interface SourceLook {
  readonly state: string;
  /** What has changed since the content was made, if that is known. */
  readonly changed?: SourceChange;
}

/** What pages are told. */
export type Staleness =
  | { readonly isStale: false }
  | { readonly isStale: true; readonly changed?: SourceChange };

export interface FreshnessOptions {
  /** The current state; undefined if it cannot be determined. Never rejects. */
  readonly read: () => Promise<SourceLook | undefined>;
  /** The path of what is reviewed if nothing is there; asked when the state cannot be determined. Never rejects. */
  readonly findGone?: () => Promise<string | undefined>;
  /** The state that the content was made from; undefined while there is none, null if the source cannot change. */
  readonly made: () => Promise<SourceState | null>;
  /** Whether somebody looks at any page. */
  readonly hasReaders: () => boolean;
  /** Called whenever staleness changes, or what has changed. */
  readonly onChange: (staleness: Staleness) => void;
  readonly pauseMs?: number;
}

/**
 * Polls whether the source has changed since the content was read. A source is gone if two checks in a row miss it: at
 * one, the file may be in the middle of being replaced.
 */
export class Freshness {
  readonly #options: FreshnessOptions;
  #known: SourceState;
  #told: Staleness = { isStale: false };
  /** Whether the content was last of a source that cannot change. */
  #isResting = false;
  /** Whether the last check missed the source. */
  #isMissed = false;

  constructor(options: FreshnessOptions) {
    this.#options = options;
  }

  get isStale(): boolean {
    return this.#told.isStale;
  }

  /** Starts polling, if the source can change at all. */
  begin(): void {
    this.#lookIn(this.#pauseMs);
  }

  /** Takes the state of newly made content as the baseline. */
  async accept(): Promise<void> {
    const made = (await this.#options.made()) ?? undefined;
    this.#known = made;
    if (this.#isResting && made !== undefined) {
      this.#isResting = false;
      this.begin();
    }
    this.#tell(stalenessOf(await this.#options.read(), made));
  }

  get #pauseMs(): number {
    return this.#options.pauseMs ?? lookMs;
  }

  #lookIn(pauseMs: number): void {
    setTimeout(() => void this.#goOn(), pauseMs).unref();
  }

  async #goOn(): Promise<void> {
    const begun = performance.now();
    this.#isResting = (await this.#look()) === 'never';
    if (this.#isResting) return;
    this.#lookIn(restAfter(performance.now() - begun, this.#pauseMs));
  }

  async #look(): Promise<'never' | undefined> {
    if (!this.#options.hasReaders()) return undefined;
    if (this.#known === undefined) {
      const made = await this.#options.made();
      // Another scope may have been accepted meanwhile.
      if (made === null) return this.#known === undefined ? 'never' : undefined;
      this.#known = made;
    }
    const known = this.#known;
    if (known === undefined) return undefined;
    const now = await this.#options.read();
    const gone = now === undefined ? await this.#options.findGone?.() : undefined;
    // The content may have been refreshed during this check.
    if (known === this.#known && now !== undefined) this.#tell(stalenessOf(now, known));
    if (known === this.#known && gone !== undefined && this.#isMissed) this.#tell(goneAt(gone));
    this.#isMissed = gone !== undefined;
    return undefined;
  }

  #tell(staleness: Staleness): void {
    if (JSON.stringify(staleness) === JSON.stringify(this.#told)) return;
    this.#told = staleness;
    this.#options.onChange(staleness);
  }
}

const stalenessOf = (now: SourceLook | undefined, made: SourceState): Staleness => {
  if (now === undefined || now.state === made) return { isStale: false };
  const { changed } = now;
  return { isStale: true, ...(changed === undefined ? {} : { changed }) };
};

const goneAt = (path: string): Staleness => ({
  isStale: true,
  changed: { hasOtherCommits: false, paths: [path], count: 1, isGone: true },
});

/** Watches the source, if there is one, and reports changes on the page's stream. */
export const watchSource = (
  source: Pick<FreshnessOptions, 'read' | 'made' | 'pauseMs'> | undefined,
  { assignment: { source: shown }, streams }: SessionCore,
): Freshness | undefined => {
  if (source === undefined) return undefined;
  const freshness = new Freshness({
    ...source,
    findGone: async () => {
      if (shown.kind !== 'path') return undefined;
      const { isGone } = await import('./path-state.ts');
      return (await isGone(shown.path)) ? shown.path : undefined;
    },
    hasReaders: () => streams.hasReaders,
    onChange: (staleness) => streams.freshnessChanged(staleness),
  });
  freshness.begin();
  return freshness;
};
