import type { CodeViewLineSelection, SelectedLineRange } from '@pierre/diffs';
import { librarySide } from './diff-rows.ts';
import { sideOf } from './rendered-lines.ts';

interface SelectedTextOptions {
  /** What scrolls the files. */
  readonly root: HTMLElement;
  readonly rendered: () => readonly { readonly id: string; readonly element: HTMLElement }[];
}

/**
 * The lines of code whose text is selected with the mouse. They are remembered from the moment in which the mouse is let
 * go of, until it is pressed again: the library may draw the lines anew, which takes their selection away.
 */
export class SelectedText {
  readonly #options: SelectedTextOptions;
  readonly #listening = new AbortController();
  #lines: CodeViewLineSelection | undefined;

  constructor(options: SelectedTextOptions) {
    this.#options = options;
    const { signal } = this.#listening;
    document.addEventListener('pointerdown', () => this.#forget(), { capture: true, signal });
    // Before the library hears of it, and draws what it has put off.
    document.addEventListener('pointerup', () => (this.#lines = this.#read()), {
      capture: true,
      signal,
    });
  }

  dispose(): void {
    this.#listening.abort();
  }

  /** What is selected now, or was until it was drawn anew. */
  get lines(): CodeViewLineSelection | undefined {
    return this.#read() ?? this.#lines;
  }

  /** The reader goes on by other means: a selection that is left would come back with the next comment. */
  clear(): void {
    if (this.lines !== undefined) getSelection()?.removeAllRanges();
    this.#forget();
  }

  #forget(): void {
    this.#lines = undefined;
  }

  #read(): CodeViewLineSelection | undefined {
    const files = this.#options.rendered();
    const range = composedRange(files.flatMap(({ element }) => element.shadowRoot ?? []));
    if (range === undefined) return undefined;
    for (const { id, element } of files) {
      const lines = element.shadowRoot?.querySelectorAll<HTMLElement>('[data-line]') ?? [];
      const selected = [...lines].filter((line) => hasSelectedText(line, range));
      const [first] = selected;
      const last = selected.at(-1);
      if (first !== undefined && last !== undefined) return { id, range: toLines(first, last) };
    }
    return undefined;
  }
}

/** A range in the page or in a shadow root; undefined where nothing is selected. */
const composedRange = (shadowRoots: ShadowRoot[]): AbstractRange | undefined => {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return undefined;
  const range = readRange(selection, shadowRoots);
  return range === undefined || range.collapsed ? undefined : range;
};

/** Browsers that lack `getComposedRanges` look into shadow roots by other means. */
const readRange = (
  selection: Partial<Selection>,
  shadowRoots: ShadowRoot[],
): AbstractRange | undefined =>
  selection.getComposedRanges?.({ shadowRoots })[0] ?? selection.getRangeAt?.(0);

/** Whether any text of a line is in the range, or all of a line that has none. */
const hasSelectedText = (line: HTMLElement, range: AbstractRange): boolean => {
  const root = line.getRootNode();
  if (range.startContainer.getRootNode() !== root) return false;
  const part = document.createRange();
  part.selectNodeContents(line);
  const starts = part.comparePoint(range.startContainer, range.startOffset);
  // A comment is on one file: a selection that goes on into another one ends with the lines of this one.
  const ends =
    range.endContainer.getRootNode() === root
      ? part.comparePoint(range.endContainer, range.endOffset)
      : 1;
  if (starts > 0 || ends < 0) return false;
  if (starts < 0 && ends > 0) return true;
  if (starts === 0) part.setStart(range.startContainer, range.startOffset);
  if (ends === 0) part.setEnd(range.endContainer, range.endOffset);
  return part.toString().replace(/\n$/u, '') !== '';
};

/** From the first to the last; in the split view these may be of different sides. */
const toLines = (first: HTMLElement, last: HTMLElement): SelectedLineRange => ({
  start: Number(first.dataset['line']),
  side: librarySide(sideOf(first)),
  end: Number(last.dataset['line']),
  endSide: librarySide(sideOf(last)),
});
