import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { DiffViewProps } from './diff-view-props.ts';
import { initialState, type FileState, type Reach } from './file-state.ts';

/** What is known of each file of a change, in the order of the change. */
export class FileStates {
  readonly #states: Map<string, FileState>;
  readonly #onChange: (state: FileState) => void;

  /** `onChange` is told of each change that has to be drawn. */
  constructor(
    files: readonly ChangedFile[],
    { viewed, ...reach }: Reach & Pick<DiffViewProps, 'viewed'>,
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

  /** Nothing for a file that is not there, as after `forget`. */
  change(id: string, change: (state: FileState) => FileState): void {
    const next = this.changeUndrawn(id, change);
    if (next !== undefined) this.#onChange(next);
  }

  /** For what the library does not draw, only a slot in it. */
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
