import type { Streams } from '../events/streams.ts';

/** Between two looks while somebody reads. */
export const lookMs = 2000;
/** A look that takes long is taken less often: it costs no more than this part of the time. */
const restPerLook = 25;

/** What tells one state of what is reviewed from another; undefined where it cannot be told at the moment. */
export type SourceState = string | undefined;

export interface FreshnessOptions {
  /** The state now. Never rejects. */
  readonly read: () => Promise<SourceState>;
  /** The state that the content was made of; undefined while there is none, null where nothing ever changes. */
  readonly made: () => Promise<SourceState | null>;
  /** Whether anybody would be told. */
  readonly hasReaders: () => boolean;
  /** Called with each change of the answer. */
  readonly onChange: (isStale: boolean) => void;
  readonly pauseMs?: number;
}

/**
 * Knows whether what is reviewed is still what it was when it was read. What is gone is nothing newer: a file may be in
 * the middle of being replaced.
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

  /** Looks from now on, as long as there is something that can change. */
  begin(): void {
    this.#lookIn(this.#pauseMs);
  }

  /** The content was made anew. */
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
    // It may have been read anew while this look was under way.
    if (state !== undefined && state !== known && known === this.#known) this.#tell(true);
    return undefined;
  }

  #tell(isStale: boolean): void {
    if (isStale === this.#isStale) return;
    this.#isStale = isStale;
    this.#options.onChange(isStale);
  }
}

/** Tells the readers of the page's stream of changes of a source, if there is one. */
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
