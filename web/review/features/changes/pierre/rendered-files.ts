import { flushSync } from 'react-dom';
import { diffTexts } from '../../../../shell/texts/diff-texts.ts';
import type { LineRange } from '../threads/fold-threads.ts';
import type { ExpandStep } from './context-expander.ts';
import { addExpanders, addOldNumbers, markLines } from './rendered-lines.ts';
import type { FileStates } from './file-states.ts';
import type { SteadyCodeView } from './steady-code-view.ts';
import type { FileState } from './file-state.ts';

interface DrawnFilesOptions {
  readonly codeView: () => SteadyCodeView;
  readonly states: FileStates;
  /** Highlighted lines of a file. */
  readonly marked: (fileId: string) => readonly LineRange[];
  readonly onExpand: (fileId: string, step: ExpandStep) => void;
}

/** Tracks what the library has rendered: publishes slots for React to fill, and adds what the library lacks. */
export class RenderedFiles {
  readonly slots = new SlotStore();
  readonly #options: DrawnFilesOptions;

  constructor(options: DrawnFilesOptions) {
    this.#options = options;
  }

  elementOf(fileId: string): HTMLElement | undefined {
    return this.rendered().find(({ id }) => id === fileId)?.element;
  }

  /** Called after the library drew a file; `isAgain` if it was rendered before. */
  drawn(element: HTMLElement, isAgain: boolean): void {
    if (isAgain) this.#fillIfSlotsChanged(element);
    makeScrollable(element);
    nameCommentButton(element);
    // On the first draw, the library lists the file only once it has finished.
    if (!this.#complete(element)) queueMicrotask(() => this.#complete(element));
  }

  /** Adds what the library lacks; false if the file is not listed as rendered yet. */
  #complete(element: HTMLElement): boolean {
    const item = this.rendered().find((rendered) => rendered.element === element);
    const state = item === undefined ? undefined : this.#options.states.get(item.id);
    if (state === undefined) return false;
    addExpanders(element, state, (step) => this.#options.onExpand(state.file.id, step));
    addOldNumbers(element, state.model.diff);
    markLines(element, this.#options.marked(state.file.id));
    return true;
  }

  /** Updates the highlighted lines. */
  markAgain(): void {
    for (const { id, element } of this.rendered()) markLines(element, this.#options.marked(id));
  }

  /** Called while the library draws, since React has to fill the slots before heights are measured. */
  fillNow(): void {
    flushSync(() => this.fill());
  }

  /** Publishes the current slots. */
  fill(): void {
    this.slots.publish(this.#files());
  }

  rendered() {
    return this.#options.codeView().getRenderedItems();
  }

  #files(): FileSlots[] {
    return this.rendered().flatMap(({ id, element }) => {
      const state = this.#options.states.get(id);
      return state === undefined ? [] : [{ element, state, slots: readSlots(element) }];
    });
  }

  #fillIfSlotsChanged(element: HTMLElement): void {
    const known = this.slots.getSnapshot().find((entry) => entry.element === element);
    if (known === undefined) return;
    const slots = readSlots(element);
    const isSame =
      slots.size === known.slots.size && [...slots].every((name) => known.slots.has(name));
    if (!isSame) this.fillNow();
  }
}

/** Makes long lines scrollable by keyboard. */
const makeScrollable = (element: HTMLElement): void => {
  for (const code of element.shadowRoot?.querySelectorAll('code[data-code]') ?? [])
    code.setAttribute('tabindex', '0');
};

const named = new WeakSet<ShadowRoot>();

/** Labels the library's comment button, which is only an icon, wherever it is in a file. */
const nameCommentButton = (element: HTMLElement): void => {
  const root = element.shadowRoot;
  if (root === null || named.has(root)) return;
  named.add(root);
  const name = () =>
    root
      .querySelector('[data-utility-button]:not([aria-label])')
      ?.setAttribute('aria-label', diffTexts().commentOnLine);
  name();
  // Mouse, keyboard and redraws move it.
  new MutationObserver(name).observe(root, { childList: true, subtree: true });
};

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
const readSlots = (element: HTMLElement): Set<string> => {
  const slots = element.shadowRoot?.querySelectorAll<HTMLSlotElement>('slot[name^="annotation-"]');
  return new Set([...(slots ?? [])].map((slot) => slot.name));
};
