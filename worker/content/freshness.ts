/** Between two looks while somebody reads. */
export const lookMs = 2000;
/** A look that takes long is taken less often: it costs no more than this part of the time. */
const restPerLook = 25;

/** What tells one state of what is reviewed from another; undefined where it cannot be told at the moment. */
export type SourceState = string | undefined;

interface FreshnessOptions {
  /** The state now. To be taken before the content is read, so that no change falls in between. Never rejects. */
  readonly read: () => Promise<SourceState>;
  /** The state that the first content was made of; undefined while there is none, null where nothing ever changes. */
  readonly first: () => Promise<SourceState | null>;
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

  /** The state now. */
  state(): Promise<SourceState> {
    return this.#options.read();
  }

  /** What is shown was made of this state, or a later one. */
  async accept(state: SourceState): Promise<void> {
    this.#known = state;
    const now = await this.state();
    this.#tell(now !== undefined && now !== state);
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
      const first = await this.#options.first();
      if (first === null) return 'never';
      this.#known = first;
    }
    const known = this.#known;
    if (known === undefined) return undefined;
    const state = await this.state();
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
