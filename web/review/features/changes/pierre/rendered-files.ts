import { flushSync } from 'react-dom';
import { texts } from '../../../../shell/texts/texts.ts';
import type { LineRange } from '../threads/fold-threads.ts';
import type { ExpandStep } from './context-expander.ts';
import { addOldNumbers, markLines } from './rendered-lines.ts';
import type { FileStates } from './file-states.ts';
import { addExpanders } from './hunk-expanders.ts';
import { readSlots, SlotStore, type FileSlots } from './slot-store.ts';
import type { SteadyCodeView } from './steady-code-view.ts';

interface DrawnFilesOptions {
  readonly codeView: () => SteadyCodeView;
  readonly states: FileStates;
  /** What is marked in a file. */
  readonly marked: (fileId: string) => readonly LineRange[];
  readonly onExpand: (fileId: string, step: ExpandStep) => void;
}

/** What the library has drawn at the moment: tells React which slots there are to be filled, and adds what it lacks. */
export class RenderedFiles {
  readonly slots = new SlotStore();
  readonly #options: DrawnFilesOptions;

  constructor(options: DrawnFilesOptions) {
    this.#options = options;
  }

  elementOf(fileId: string): HTMLElement | undefined {
    return this.rendered().find(({ id }) => id === fileId)?.element;
  }

  /** To be called when the library has drawn a file; `isAgain` where it was there before. */
  drawn(element: HTMLElement, isAgain: boolean): void {
    if (isAgain) this.#fillIfSlotsChanged(element);
    makeScrollable(element);
    nameCommentButton(element);
    // What is drawn for the first time is known as drawn only when the library has finished.
    if (!this.#complete(element)) queueMicrotask(() => this.#complete(element));
  }

  /** Adds what the library lacks to a file; false where it is not known as drawn. */
  #complete(element: HTMLElement): boolean {
    const item = this.rendered().find((rendered) => rendered.element === element);
    const state = item === undefined ? undefined : this.#options.states.get(item.id);
    if (state === undefined) return false;
    addExpanders(element, state, (step) => this.#options.onExpand(state.file.id, step));
    addOldNumbers(element, state.model.diff);
    markLines(element, this.#options.marked(state.file.id));
    return true;
  }

  /** What is drawn now gets other marks. */
  markAgain(): void {
    for (const { id, element } of this.rendered()) markLines(element, this.#options.marked(id));
  }

  /** Called while the library draws: React must have filled the slots before heights are measured. */
  fillNow(): void {
    flushSync(() => this.fill());
  }

  /** Has React fill the slots with what is known now. */
  fill(): void {
    this.slots.publish(this.#files());
  }

  /** The files that are drawn at the moment, as far as they are. */
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

/** Long lines are scrolled to by the keyboard, too. */
const makeScrollable = (element: HTMLElement): void => {
  for (const code of element.shadowRoot?.querySelectorAll('code[data-code]') ?? [])
    code.setAttribute('tabindex', '0');
};

const named = new WeakSet<ShadowRoot>();

/** Names the library's button that comments on a line, wherever it comes to stand in a file: it is only a sign. */
const nameCommentButton = (element: HTMLElement): void => {
  const root = element.shadowRoot;
  if (root === null || named.has(root)) return;
  named.add(root);
  const name = () =>
    root
      .querySelector('[data-utility-button]:not([aria-label])')
      ?.setAttribute('aria-label', texts().diff.commentOnLine);
  name();
  // The mouse, the keyboard and what is drawn anew put it there.
  new MutationObserver(name).observe(root, { childList: true, subtree: true });
};
