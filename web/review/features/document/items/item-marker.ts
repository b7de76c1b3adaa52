import type { ReviewStore } from '../../../store/state.ts';
import type { ItemPlace } from '../../../store/selection-slice.ts';
import { boxOf, itemAt, itemsOf } from './items.ts';

type Kind = 'current' | 'pointed';

/**
 * Exposes the position of the current and the hovered item to CSS as custom properties, since items have no element of
 * their own for that.
 */
export class ItemMarker {
  readonly #root: HTMLElement;
  readonly #store: ReviewStore;
  readonly #rows = new Map<Kind, HTMLElement>();
  readonly #places = new Map<Kind, ItemPlace | undefined>();
  readonly #sizes = new ResizeObserver(() => {
    this.#draw('current');
    this.#draw('pointed');
  });

  constructor(root: HTMLElement, store: ReviewStore) {
    this.#root = root;
    this.#store = store;
  }

  /** @returns a cleanup function */
  start(): () => void {
    const unsubscribe = this.#store.subscribe(() => this.#follow());
    this.#follow();
    return () => {
      unsubscribe();
      this.#sizes.disconnect();
    };
  }

  #follow(): void {
    const { currentBlockId, currentItem, pointed } = this.#store.getState().selection;
    const before = this.#places.get('current');
    if (before?.blockId !== currentBlockId || before?.item !== currentItem)
      this.#put(
        'current',
        currentBlockId === undefined ? undefined : { blockId: currentBlockId, item: currentItem },
      );
    if (this.#places.get('pointed') !== pointed) this.#put('pointed', pointed);
  }

  #put(kind: Kind, place: ItemPlace | undefined): void {
    this.#places.set(kind, place);
    const before = this.#rows.get(kind);
    const row =
      place === undefined
        ? null
        : this.#root.querySelector<HTMLElement>(`[data-block-row="${CSS.escape(place.blockId)}"]`);
    if (before !== undefined && before !== row) clear(before, kind);
    if (row === null) this.#rows.delete(kind);
    else this.#rows.set(kind, row);
    this.#sizes.disconnect();
    for (const shown of this.#rows.values()) this.#sizes.observe(shown);
    this.#draw(kind);
  }

  #draw(kind: Kind): void {
    const row = this.#rows.get(kind);
    const range = this.#places.get(kind)?.item;
    const text = row?.querySelector('[data-block]');
    if (row === undefined) return;
    const items = text === null || text === undefined ? undefined : itemsOf(text);
    const item =
      range === undefined || items === undefined ? undefined : itemAt(items, range.start);
    if (item === undefined) {
      clear(row, kind);
      return;
    }
    const { top } = row.getBoundingClientRect();
    const box = boxOf(item);
    const gutter = gutterOf(row);
    gutter?.style.setProperty(`--${kind}-top`, `${box.top - top}px`);
    gutter?.style.setProperty(`--${kind}-height`, `${box.height}px`);
  }
}

/** Custom properties on the row would be inherited by all of its text, which is slow for large blocks. */
const gutterOf = (row: HTMLElement): HTMLElement | null => row.querySelector('.block-gutter');

const clear = (row: HTMLElement, kind: Kind): void => {
  const style = gutterOf(row)?.style;
  style?.removeProperty(`--${kind}-top`);
  style?.removeProperty(`--${kind}-height`);
};
