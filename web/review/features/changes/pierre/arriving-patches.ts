import { hasPatchText } from '../../../../../shared/patch/file-size.ts';
import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import { diffTexts } from '../../../../shell/texts/diff-texts.ts';
import type { Page } from '../../../ui/page.ts';
import { isDeferred, withCacheKey, withFailure, withPatch, type FileState } from './file-state.ts';
import type { FileStates } from './file-states.ts';
import { FirstColours } from './first-colours.ts';
import { highlightPool } from './highlight-pool.ts';
import { loadPatch, PatchLoader, whenIdle } from './patch-loader.ts';

interface ArrivingPatchesOptions {
  readonly page: Page;
  readonly files: readonly ChangedFile[];
  readonly states: FileStates;
  /** The patch is now in the state of its file. */
  readonly onPatch: (fileId: string) => void;
}

/** Timeout for slow patches. */
const allWithinMs = 20_000;

/** Loads patches into the states of their files, highlighted by the server where possible. */
export class ArrivingPatches {
  readonly #options: ArrivingPatchesOptions;
  readonly #loader: PatchLoader;
  readonly #colours: FirstColours;
  /** Resolves when patches may be shown. */
  #ready: Promise<unknown> = Promise.resolve();
  readonly #listeners = new Set<(fileId: string) => void>();

  constructor(options: ArrivingPatchesOptions) {
    this.#options = options;
    this.#colours = this.#createColours();
    this.#loader = this.#createLoader();
  }

  dispose(): void {
    this.#loader.dispose();
    this.#listeners.clear();
  }

  /** Shows no patch before the promise has settled. */
  holdUntil(ready: Promise<unknown>): void {
    this.#ready = ready;
  }

  /** Requests the patch of a file that is not loaded automatically. */
  request(fileId: string): void {
    this.#loader.request(fileId);
  }

  retry(fileId: string): void {
    this.#options.states.change(fileId, (state) => withFailure(state, undefined));
    this.#loader.request(fileId);
  }

  /** Loads the patches of these files first. */
  prioritise(fileIds: readonly string[]): void {
    this.#loader.prioritise(fileIds);
  }

  /** Calls back with each file whose patch was loaded or has failed; returns a function to unsubscribe. */
  listen(listener: (fileId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Loads all pending patches; resolves when each was loaded or failed, or after a timeout. */
  loadAll(): Promise<void> {
    const pendingIds = () =>
      this.#options.states
        .all()
        .filter(({ model }) => model.kind === 'pending')
        .map(({ file }) => file.id);
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        endListening();
        resolve();
      };
      const timer = setTimeout(finish, allWithinMs);
      const endListening = this.listen(() => {
        if (pendingIds().length === 0) finish();
      });
      const ids = pendingIds();
      if (ids.length === 0) finish();
      else this.prioritise(ids);
    });
  }

  #createColours(): FirstColours {
    const { states, page } = this.#options;
    const { diff, whitespace } = page.store.getState().content;
    return new FirstColours({
      pool: highlightPool(),
      // Without changes of whitespace, the lines are others than those that the server has highlighted.
      colours: page.colours.of(whitespace === 'hide' ? undefined : diff?.version),
      onKnown: (ids) => {
        // Patches that arrived earlier were drawn without colours: draw them again.
        for (const id of ids)
          if (states.get(id)?.model.kind === 'code')
            states.change(id, (state) =>
              this.#painted(withCacheKey(state, `${state.model.diff.cacheKey}:first`)),
            );
      },
      onWhole: (id, cacheKey) => {
        const before = states.get(id)?.model.diff.cacheKey;
        // If the context was expanded since, the result belongs to another diff.
        if (`${before}:whole` === cacheKey)
          states.change(id, (state) => withCacheKey(state, cacheKey));
      },
    });
  }

  #createLoader(): PatchLoader {
    const { files, page, onPatch } = this.#options;
    const wanted = files.filter((file) => hasPatchText(file) && !isDeferred(file));
    return new PatchLoader(
      {
        load: async (id, signal) => {
          const patch = await loadPatch(page, id, signal);
          await this.#colours.soon();
          await this.#ready;
          return patch;
        },
        onPatch: (id, patch) => {
          this.#arrive(id, (state) => this.#painted(withPatch(state, patch)));
          onPatch(id);
        },
        onFailure: (id, error) => this.#arrive(id, (state) => withFailure(state, sentence(error))),
        whenIdle,
      },
      wanted.map(({ id }) => id),
    );
  }

  /** Puts the server's highlighting into the library's cache. */
  #painted(state: FileState): FileState {
    const { file, model, folded } = state;
    if (model.kind === 'code') this.#colours.paint(file.id, model.diff, folded?.whole.diff);
    return state;
  }

  #arrive(id: string, change: (state: FileState) => FileState): void {
    this.#options.states.change(id, change);
    for (const listener of this.#listeners) listener(id);
  }
}

const sentence = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : diffTexts().patchNotLoaded;
