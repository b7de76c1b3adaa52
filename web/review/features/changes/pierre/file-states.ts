import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import { initialState, type FileState, type Reach } from './file-state.ts';

/** The state of each file of a change, in order. */
export class FileStates {
  readonly #states: Map<string, FileState>;
  readonly #onChange: (state: FileState) => void;

  /** @param onChange called with each state to redraw */
  constructor(
    files: readonly ChangedFile[],
    { viewed, ...reach }: Reach & { readonly viewed: ReadonlySet<string> },
    onChange: (state: FileState) => void,
  ) {
    this.#states = new Map(
      files.map((file) => [
        file.id,
        initialState(file, { ...reach, isViewed: viewed.has(file.id) }),
      ]),
    );
    this.#onChange = onChange;
  }

  get(id: string): FileState | undefined {
    return this.#states.get(id);
  }

  all(): readonly FileState[] {
    return [...this.#states.values()];
  }

  /** Does nothing for unknown files, as after `forget`. */
  change(id: string, change: (state: FileState) => FileState): void {
    const next = this.changeUndrawn(id, change);
    if (next !== undefined) this.#onChange(next);
  }

  /** Changes a state without a redraw by the library, if only a slot's content differs. */
  changeUndrawn(id: string, change: (state: FileState) => FileState): FileState | undefined {
    const state = this.#states.get(id);
    if (state === undefined) return undefined;
    const next = change(state);
    this.#states.set(id, next);
    return next;
  }

  forget(): void {
    this.#states.clear();
  }
}
