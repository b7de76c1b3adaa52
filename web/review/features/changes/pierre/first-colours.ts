import type { FileDiffMetadata } from '@pierre/diffs';
import type { WorkerPoolManager } from '@pierre/diffs/worker';
import type { DiffColours, FileColours } from '../../../../../shared/session/diff-colours.ts';
import { colouredDiff } from './coloured-diff.ts';

interface FirstColoursOptions {
  readonly pool: WorkerPoolManager;
  /** What the server has coloured; nothing where it has not. */
  readonly colours: Promise<DiffColours | undefined>;
  /** Called with the files that it has coloured, once that is known. */
  readonly onKnown: (fileIds: readonly string[]) => void;
  /** Called with a file that it has coloured the beginning of, once the rest has its colours too, under another key. */
  readonly onWhole: (fileId: string, cacheKey: string) => void;
}

/** Code is held back for its colours no longer than this. */
const blinkMs = 100;

/** The colours of what is shown first, which the server has made while the page loaded: put where the library looks first. */
export class FirstColours {
  readonly #pool: WorkerPoolManager;
  readonly #onWhole: FirstColoursOptions['onWhole'];
  readonly #known: Promise<unknown>;
  #palette: Omit<DiffColours, 'files'> | undefined;
  #files = new Map<string, FileColours>();
  #blink: Promise<unknown> | undefined;

  constructor({ pool, colours, onKnown, onWhole }: FirstColoursOptions) {
    this.#pool = pool;
    this.#onWhole = onWhole;
    this.#known = colours.then((known) => {
      if (known === undefined) return;
      this.#palette = known;
      this.#files = new Map(known.files.map((file) => [file.id, file]));
      onKnown([...this.#files.keys()]);
    });
  }

  /** Resolves when the colours are known, or a blink after it was first called. */
  soon(): Promise<unknown> {
    return (this.#blink ??= Promise.race([
      this.#known,
      new Promise((resolve) => setTimeout(resolve, blinkMs)),
    ]));
  }

  /** Has the library draw a file in its colours; false where they are not known. */
  paint(fileId: string, diff: FileDiffMetadata): boolean {
    const colours = this.#files.get(fileId);
    if (colours === undefined || this.#palette === undefined) return false;
    this.#files.delete(fileId);
    const coloured = colouredDiff(diff, colours, this.#palette);
    if (coloured === undefined) return false;
    const { result, isWhole } = coloured;
    const options = this.#pool.getDiffRenderOptions();
    if (!this.#pool.setDiffResultCache(diff.cacheKey, { result, options })) return false;
    if (!isWhole) void this.#colourRest(fileId, diff);
    return true;
  }

  async #colourRest(fileId: string, diff: FileDiffMetadata): Promise<void> {
    const cacheKey = `${diff.cacheKey}:whole`;
    // Where the workers cannot, the library colours it by itself when it is drawn under the other key.
    await this.#pool.primeDiffHighlightCache({ ...diff, cacheKey }).catch(() => undefined);
    this.#onWhole(fileId, cacheKey);
  }
}
