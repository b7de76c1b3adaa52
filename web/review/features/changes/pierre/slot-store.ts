import type { FileState } from './file-state.ts';

/** A rendered file, and its slots to fill. */
export interface FileSlots {
  readonly element: HTMLElement;
  readonly state: FileState;
  /** Names of the slots in its markup. */
  readonly slots: ReadonlySet<string>;
}

/** The slots for React to fill, as an external store for `useSyncExternalStore`. */
export class SlotStore {
  #files: readonly FileSlots[] = [];
  readonly #listeners = new Set<() => void>();

  readonly getSnapshot = (): readonly FileSlots[] => this.#files;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Unchanged files keep their identity, to avoid rendering them again. */
  publish(files: readonly FileSlots[]): void {
    const before = new Map(this.#files.map((entry) => [entry.element, entry]));
    const next = files.map((entry) => {
      const there = before.get(entry.element);
      return there !== undefined && isSame(there, entry) ? there : entry;
    });
    const isUnchanged =
      next.length === this.#files.length &&
      next.every((entry, index) => entry === this.#files[index]);
    if (isUnchanged) return;
    this.#files = next;
    for (const listener of this.#listeners) listener();
  }
}

const isSame = (a: FileSlots, b: FileSlots): boolean =>
  a.state === b.state &&
  a.slots.size === b.slots.size &&
  [...a.slots].every((name) => b.slots.has(name));

/** The thread slots in a file's markup. */
export const readSlots = (element: HTMLElement): Set<string> => {
  const slots = element.shadowRoot?.querySelectorAll<HTMLSlotElement>('slot[name^="annotation-"]');
  return new Set([...(slots ?? [])].map((slot) => slot.name));
};
