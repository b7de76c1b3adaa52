import type { Streams } from '../events/streams.ts';

/** Poll interval while somebody is reading. */
const lookMs = 2000;
/** Slow checks run less often: a check may take at most one part in this many of the time. */
const restPerLook = 25;

/** Fingerprint of the source; undefined if it cannot be determined at the moment. */
export type SourceState = string | undefined;

export interface FreshnessOptions {
  /** The current state. Never rejects. */
  readonly read: () => Promise<SourceState>;
  /** The state that the content was made from; undefined while there is none, null if the source cannot change. */
  readonly made: () => Promise<SourceState | null>;
  /** Whether any page is connected. */
  readonly hasReaders: () => boolean;
  /** Called whenever staleness changes. */
  readonly onChange: (isStale: boolean) => void;
  readonly pauseMs?: number;
}

/**
 * Polls whether the source has changed since the content was read. A missing source is not a newer one: the file may be
 * in the middle of being replaced.
 */
export class Freshness {
  readonly #options: FreshnessOptions;
  #known: SourceState;
  #isStale = false;

  constructor(options: FreshnessOptions) {
    this.#options = options;
  }

  get isStale(): boolean {
    return this.#isStale;
  }

  /** Starts polling, if the source can change at all. */
  begin(): void {
    this.#lookIn(this.#pauseMs);
  }

  /** Takes the state of newly made content as the baseline. */
  async accept(): Promise<void> {
    const made = (await this.#options.made()) ?? undefined;
    this.#known = made;
    const now = await this.#options.read();
    this.#tell(now !== undefined && now !== made);
  }

  get #pauseMs(): number {
    return this.#options.pauseMs ?? lookMs;
  }

  #lookIn(pauseMs: number): void {
    setTimeout(() => void this.#goOn(), pauseMs).unref();
  }

  async #goOn(): Promise<void> {
    const begun = performance.now();
    if ((await this.#look()) === 'never') return;
    this.#lookIn(Math.max(this.#pauseMs, (performance.now() - begun) * restPerLook));
  }

  async #look(): Promise<'never' | undefined> {
    if (this.#isStale || !this.#options.hasReaders()) return undefined;
    if (this.#known === undefined) {
      const made = await this.#options.made();
      if (made === null) return 'never';
      this.#known = made;
    }
    const known = this.#known;
    if (known === undefined) return undefined;
    const state = await this.#options.read();
    // The content may have been refreshed during this check.
    if (state !== undefined && state !== known && known === this.#known) this.#tell(true);
    return undefined;
  }

  #tell(isStale: boolean): void {
    if (isStale === this.#isStale) return;
    this.#isStale = isStale;
    this.#options.onChange(isStale);
  }
}

/** Watches the source, if there is one, and reports changes on the page's stream. */
export const watchSource = (
  source: Pick<FreshnessOptions, 'read' | 'made' | 'pauseMs'> | undefined,
  streams: Streams,
): Freshness | undefined => {
  if (source === undefined) return undefined;
  const freshness = new Freshness({
    ...source,
    hasReaders: () => streams.page.size > 0,
    onChange: (isStale) => streams.freshnessChanged(isStale),
  });
  freshness.begin();
  return freshness;
};
