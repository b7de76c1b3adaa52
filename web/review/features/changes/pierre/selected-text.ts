import type { CodeViewLineSelection, SelectedLineRange } from '@pierre/diffs';
import { librarySide } from './diff-rows.ts';
import { sideOf } from './rendered-lines.ts';

interface SelectedTextOptions {
  /** The scroller. */
  readonly root: HTMLElement;
  readonly rendered: () => readonly { readonly id: string; readonly element: HTMLElement }[];
}

/**
 * The lines of a text selection made with the mouse. Remembered from `pointerup` until the next `pointerdown`, since a
 * redraw by the library drops the selection.
 */
export class SelectedText {
  readonly #options: SelectedTextOptions;
  readonly #listening = new AbortController();
  #lines: CodeViewLineSelection | undefined;

  constructor(options: SelectedTextOptions) {
    this.#options = options;
    const { signal } = this.#listening;
    document.addEventListener('pointerdown', () => this.#forget(), { capture: true, signal });
    // Capture, to run before the library's handler, which does pending redraws.
    document.addEventListener('pointerup', () => (this.#lines = this.#read()), {
      capture: true,
      signal,
    });
  }

  dispose(): void {
    this.#listening.abort();
  }

  /** The selected lines, or those selected before a redraw. */
  get lines(): CodeViewLineSelection | undefined {
    return this.#read() ?? this.#lines;
  }

  /** Clears the selection, which would otherwise apply to the next comment too. */
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

/** A range in the page or in a shadow root; undefined if nothing is selected. */
export const composedRange = (shadowRoots: ShadowRoot[]): AbstractRange | undefined => {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return undefined;
  const range = readRange(selection, shadowRoots);
  return range === undefined || range.collapsed ? undefined : range;
};

/** Browsers without `getComposedRanges` expose shadow roots in other ways. */
const readRange = (
  selection: Partial<Selection>,
  shadowRoots: ShadowRoot[],
): AbstractRange | undefined =>
  selection.getComposedRanges?.({ shadowRoots })[0] ?? selection.getRangeAt?.(0);

/** Whether the range includes any text of a line, or an empty line. */
const hasSelectedText = (line: HTMLElement, range: AbstractRange): boolean => {
  const root = line.getRootNode();
  if (range.startContainer.getRootNode() !== root) return false;
  const part = document.createRange();
  part.selectNodeContents(line);
  const starts = part.comparePoint(range.startContainer, range.startOffset);
  // A comment is on one file, so a selection across files ends with the lines of the first.
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

/** In split view, both ends may be on different sides. */
const toLines = (first: HTMLElement, last: HTMLElement): SelectedLineRange => ({
  start: Number(first.dataset['line']),
  side: librarySide(sideOf(first)),
  end: Number(last.dataset['line']),
  endSide: librarySide(sideOf(last)),
});
