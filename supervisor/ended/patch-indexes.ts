import type { PatchRange } from '../../shared/node/search-diff.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';

type PatchIndex = ReadonlyMap<string, PatchRange>;

/** As many as are remembered: numbers alone, for who turns pages in a few reviews at once. */
const remembered = 4;

/** Knows where the patches of ended reviews stand in their files; the pool reads that. */
export class PatchIndexes {
  readonly #threads: Pick<ThreadPool, 'run'>;
  /** By the paths of the manifests, the one that was used last at the end. */
  readonly #known = new Map<string, Promise<PatchIndex>>();

  constructor(threads: Pick<ThreadPool, 'run'>) {
    this.#threads = threads;
  }

  /** @throws GalleyError where the pool cannot read it; the next use tries anew */
  async use(manifest: string): Promise<PatchIndex> {
    const index = this.#known.get(manifest) ?? this.#threads.run({ task: 'index-patch', manifest });
    this.#known.delete(manifest);
    this.#known.set(manifest, index);
    const [oldest] = this.#known.keys();
    if (this.#known.size > remembered && oldest !== undefined) this.#known.delete(oldest);
    try {
      return await index;
    } catch (error) {
      this.#known.delete(manifest);
      throw error;
    }
  }
}
