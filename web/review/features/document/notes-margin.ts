import type { ReviewStore } from '../../store/state.ts';
import type { SelectionSlice } from '../../store/selection-slice.ts';
import { toDomRange } from '../../../shell/dom-range.ts';
import { boxOf, itemAt, itemsOf } from './items/items.ts';

/** A note's passage in the block's text; offsets are negative for the whole block. */
export interface Note {
  /** Id of the comment, finding or editor. */
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

type Place = Pick<SelectionSlice, 'currentBlockId' | 'currentItem'>;

/** A measured note, in pixels from the top of the document. */
interface PlacedNote {
  readonly element: HTMLElement;
  readonly row: HTMLElement | null;
  readonly rowTop: number;
  top: number;
  readonly height: number;
}

/** Aligns the first line of a card with its passage, in pixels. */
const leadPx = 8;
/** Minimum distance of an editor from the edges of the viewport, in pixels; the bottom leaves room for more lines. */
const edgePx = { top: 16, bottom: 72 } as const;

/** One per document, while it has notes. */
const margins = new WeakMap<Element, NotesMargin>();

/** @returns a function to remove the note */
export const addNote = (element: HTMLElement, note: Note, store: ReviewStore): (() => void) => {
  const root = element.closest<HTMLElement>('.document');
  if (root === null) return () => undefined;
  const margin = margins.get(root) ?? new NotesMargin(root, store);
  margins.set(root, margin);
  margin.add(element, note);
  return () => {
    margin.remove(element);
    if (margin.isEmpty) margins.delete(root);
  };
};

/** Positions notes in the margin. Batches all reads before all writes, so that the browser does a single layout. */
class NotesMargin {
  readonly #root: HTMLElement;
  readonly #store: ReviewStore;
  readonly #notes = new Map<Element, Note>();
  readonly #ranges = new WeakMap<Element, Range>();
  /** Called before paint, once for all new or resized notes. */
  readonly #sizes = new ResizeObserver(() => this.#place());
  readonly #unsubscribe: () => void;
  #seen: SelectionSlice;
  #led: string | Place | undefined;
  #ledHeight = 0;
  #frame = 0;

  constructor(root: HTMLElement, store: ReviewStore) {
    this.#root = root;
    this.#store = store;
    this.#seen = store.getState().selection;
    this.#unsubscribe = store.subscribe(() => this.#follow());
    this.#sizes.observe(root);
    root.addEventListener('input', this.#grow);
  }

  get isEmpty(): boolean {
    return this.#notes.size === 0;
  }

  add(element: HTMLElement, note: Note): void {
    this.#notes.set(element, note);
    this.#sizes.observe(element);
    // It gets the focus right away, which scrolls it into view.
    if (this.#store.getState().selection.focusedEditor === note.id) this.#place();
  }

  remove(element: HTMLElement): void {
    this.#notes.delete(element);
    this.#sizes.unobserve(element);
    if (!this.isEmpty) {
      this.#placeSoon();
      return;
    }
    this.#unsubscribe();
    this.#sizes.disconnect();
    this.#root.removeEventListener('input', this.#grow);
    cancelAnimationFrame(this.#frame);
  }

  /** Moves an editor up before the browser scrolls to its last line: several may be typed before the next frame. */
  readonly #grow = ({ target }: Event): void => {
    const note = (target as Element).closest<HTMLElement>('.block-note');
    if (note !== null && note.offsetHeight !== this.#ledHeight) this.#place();
  };

  #follow(): void {
    const { selection } = this.#store.getState();
    const before = this.#seen;
    this.#seen = selection;
    if (selection === before) return;
    const { activeId, currentBlockId, currentItem } = selection;
    if (activeId !== before.activeId && activeId !== undefined) {
      // Do not move a card under the pointer.
      if (this.#elementOf(activeId)?.matches(':hover') === true) return;
      this.#led = activeId;
    } else if (currentBlockId !== before.currentBlockId || currentItem !== before.currentItem)
      this.#led = { currentBlockId, currentItem };
    else return;
    this.#placeSoon();
  }

  #elementOf(id: string): Element | undefined {
    for (const [element, note] of this.#notes) if (note.id === id) return element;
    return undefined;
  }

  #placeSoon(): void {
    this.#frame ||= requestAnimationFrame(() => this.#place());
  }

  #place(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const elements = [...this.#root.getElementsByClassName('block-note')] as HTMLElement[];
    const [first] = elements;
    if (first === undefined || getComputedStyle(first).position !== 'absolute') return;
    const { top } = this.#root.getBoundingClientRect();
    const places = elements.map((element): PlacedNote => {
      const row = element.closest<HTMLElement>('.block');
      return {
        element,
        row,
        rowTop: (row?.getBoundingClientRect().top ?? top) - top,
        top: this.#topOf(element, row) - top - leadPx,
        height: element.offsetHeight,
      };
    });
    const led = this.#indexOfLed(places);
    const noteLed = places[led];
    this.#ledHeight = noteLed?.height ?? 0;
    if (noteLed !== undefined && noteLed.element.querySelector('textarea') !== null)
      noteLed.top = this.#inView(noteLed.top + top, noteLed.height) - top;
    const tops = stackNotes(places, led < 0 ? undefined : led);
    for (const [index, { element, rowTop }] of places.entries()) {
      const style = `${Math.round((tops[index] ?? 0) - rowTop)}px`;
      if (element.style.top !== style) element.style.top = style;
    }
  }

  /** Top of its passage in the viewport. */
  #topOf(element: HTMLElement, row: HTMLElement | null): number {
    const text = row?.querySelector('[data-block]');
    const { start = -1, end = -1 } = this.#notes.get(element) ?? {};
    if (!text || start < 0) return (text ?? element).getBoundingClientRect().top;
    const item = itemAt(itemsOf(text), start);
    const { element: within, origin } = item ?? { element: text, origin: 0 };
    let range = this.#ranges.get(element);
    // Highlighting replaces text nodes.
    if (range === undefined || range.collapsed || !within.contains(range.startContainer)) {
      range = toDomRange(within, start - origin, end - origin);
      if (range !== undefined) this.#ranges.set(element, range);
    }
    const box = range?.getBoundingClientRect();
    if (box !== undefined && box.height > 0) return box.top;
    return (item === undefined ? text.getBoundingClientRect() : boxOf(item)).top;
  }

  /** An editor is beside its passage, or further up to be fully visible. */
  #inView(top: number, height: number): number {
    const view = this.#root.closest('.content')?.getBoundingClientRect();
    if (view === undefined || top < view.top - edgePx.top || top > view.bottom) return top;
    return Math.max(view.top + edgePx.top, Math.min(top, view.bottom - edgePx.bottom - height));
  }

  #indexOfLed(places: readonly Pick<PlacedNote, 'element' | 'row'>[]): number {
    const writing = places.findIndex(({ element }) => isWrittenIn(element));
    if (writing >= 0) return writing;
    const led = this.#seen.focusedEditor ?? this.#led;
    return places.findIndex(({ element, row }) => {
      const note = this.#notes.get(element);
      if (led === undefined || typeof led === 'string')
        return note !== undefined && note.id === led;
      if (row?.dataset['blockRow'] !== led.currentBlockId) return false;
      const { currentItem: item } = led;
      const { start = -1 } = note ?? {};
      return item === undefined || (start >= item.start && start < item.end);
    });
  }
}

const isWrittenIn = (element: Element): boolean =>
  element.contains(document.activeElement) && document.activeElement?.localName === 'textarea';

/** A note in the margin, in pixels from the top of the document. */
interface WantedNote {
  /** Top of its passage. */
  readonly top: number;
  readonly height: number;
}

/** Gap between notes, in pixels. */
const gap = 8;

/**
 * Stacks notes without overlaps, each beside its passage or below the previous note. Notes before the leading one move
 * up to make room for it, if possible.
 * @param notes in document order
 * @param led index of the leading note, which stays beside its passage
 * @returns the top of each note
 */
export const stackNotes = (notes: readonly WantedNote[], led?: number): number[] => {
  const tops: number[] = [];
  let free = gap;
  for (const [index, { top, height }] of notes.entries()) {
    tops.push(index === led ? top : Math.max(top, free));
    free = (tops[index] ?? 0) + height + gap;
  }
  let limit = Infinity;
  for (let index = led ?? -1; index >= 0; index -= 1) {
    const { height = 0 } = notes[index] ?? {};
    tops[index] = Math.min(tops[index] ?? 0, limit - gap - height);
    limit = tops[index] ?? 0;
  }
  // What does not fit above is pushed down.
  free = gap;
  return tops.map((top, index) => {
    const placed = Math.max(top, free);
    free = placed + (notes[index]?.height ?? 0) + gap;
    return placed;
  });
};
