import type { FileDiffMetadata } from '@pierre/diffs';
import type { WorkerPoolManager } from '@pierre/diffs/worker';
import type { DiffColours, FileColours } from '../../../../../shared/session/diff-colours.ts';
import { colouredDiff } from './coloured-diff.ts';

interface FirstColoursOptions {
  readonly pool: WorkerPoolManager;
  /** The server's highlighting; undefined if there is none. */
  readonly colours: Promise<DiffColours | undefined>;
  /** Called with the highlighted files. */
  readonly onKnown: (fileIds: readonly string[]) => void;
  /** Called when a file that was highlighted in part is complete, under a new cache key. */
  readonly onWhole: (fileId: string, cacheKey: string) => void;
}

/** How long to hold back code for its colours. */
const blinkMs = 100;

/** Puts the server's highlighting of the first files into the library's cache, which it reads first. */
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

  /** Resolves when the colours are known, or `blinkMs` after the first call. */
  soon(): Promise<unknown> {
    return (this.#blink ??= Promise.race([
      this.#known,
      new Promise((resolve) => setTimeout(resolve, blinkMs)),
    ]));
  }

  /** Caches the colours of a file, if there are any. @param whole the diff with what is folded of it */
  paint(fileId: string, diff: FileDiffMetadata, whole = diff): void {
    const colours = this.#files.get(fileId);
    if (colours === undefined || this.#palette === undefined) return;
    this.#files.delete(fileId);
    const coloured = colouredDiff(diff, coloursWithin(diff, whole, colours), this.#palette);
    if (coloured === undefined) return;
    const { result, isWhole } = coloured;
    const options = this.#pool.getDiffRenderOptions();
    if (!this.#pool.setDiffResultCache(diff.cacheKey, { result, options })) return;
    if (!isWhole) void this.#colourRest(fileId, diff);
  }

  async #colourRest(fileId: string, diff: FileDiffMetadata): Promise<void> {
    const cacheKey = `${diff.cacheKey}:whole`;
    // If the workers fail, the library highlights when it draws under the new key.
    await this.#pool.primeDiffHighlightCache({ ...diff, cacheKey }).catch(() => undefined);
    this.#onWhole(fileId, cacheKey);
  }
}

/** The colours of a diff whose other hunks are folded. */
const coloursWithin = (
  diff: FileDiffMetadata,
  whole: FileDiffMetadata,
  colours: FileColours,
): FileColours => {
  if (diff === whole) return colours;
  const shown = new Set(diff.hunks.map(startOf));
  const hunks = whole.hunks.filter((hunk) => shown.has(startOf(hunk)));
  return {
    ...colours,
    deletions: hunks.flatMap(({ deletionLineIndex: from, deletionCount }) =>
      colours.deletions.slice(from, from + deletionCount),
    ),
    additions: hunks.flatMap(({ additionLineIndex: from, additionCount }) =>
      colours.additions.slice(from, from + additionCount),
    ),
  };
};

const startOf = ({ deletionStart, additionStart }: FileDiffMetadata['hunks'][number]): string =>
  `${deletionStart},${additionStart}`;
