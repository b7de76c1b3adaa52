import type { RefObject } from 'react';
import type { Block } from '../../../../shared/placement/blocks.ts';
import type { TextRange } from '../../store/selection-slice.ts';
import type { ReviewStore } from '../../store/state.ts';
import { boxOf, type Item, itemAt, itemsOf } from './items/items.ts';
import { itemAtPoint } from './items/pointed-item.ts';
import { unfold } from './unfold.ts';

/** Which item of a block to focus; undefined for the whole block. */
type Enter = (text: Element) => Item | undefined;

interface BlockNavigationOptions {
  readonly store: ReviewStore;
  readonly blocks: readonly Block[];
  readonly root: RefObject<HTMLElement | null>;
  /** Renders the remaining blocks. */
  readonly showAll: () => void;
}

/** Minimum distance from the edges of the viewport, in pixels. */
const marginPx = 24;

/** Keyboard navigation through blocks and their items. */
export class BlockNavigation {
  readonly #options: BlockNavigationOptions;

  constructor(options: BlockNavigationOptions) {
    this.#options = options;
  }

  rowOf(blockId: string | undefined): HTMLElement | null {
    const { root, showAll } = this.#options;
    const find = () =>
      root.current?.querySelector<HTMLElement>(`[data-block-row="${CSS.escape(blockId ?? '')}"]`) ??
      null;
    const row = find();
    if (row !== null || blockId === undefined) return row;
    showAll();
    return find();
  }

  /** To the next item, or block without items; if the cursor is out of view, to the first visible one. */
  step(direction: 1 | -1): void {
    const { blocks, store } = this.#options;
    const at = this.#currentIndex();
    const block = blocks[at];
    const row = this.rowOf(block?.id);
    if (block === undefined || !isInView(row)) {
      this.begin();
      return;
    }
    const text = row?.querySelector('[data-block]');
    const item = text
      ? nextItem(text, store.getState().selection.currentItem, direction)
      : undefined;
    if (item !== undefined) this.#goTo(block, () => item);
    else this.#goTo(blocks[at + direction], (entered) => firstItem(entered, direction));
  }

  leap(direction: 1 | -1): void {
    this.#goTo(nextHeading(this.#options.blocks, this.#currentIndex(), direction));
  }

  /** Scrolls a block to the top and focuses it. */
  lead(blockId: string): void {
    const row = this.rowOf(blockId);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView();
  }

  /** To the first visible item. */
  begin(): void {
    const { blocks, root } = this.#options;
    const place = root.current === null ? undefined : firstInView(root.current);
    this.#goTo(
      blocks.find(({ id }) => id === place?.blockId) ?? blocks[0],
      (text) => place?.item ?? firstItem(text, 1),
    );
  }

  get hasPlace(): boolean {
    return this.#currentIndex() >= 0;
  }

  #currentIndex(): number {
    const { currentBlockId } = this.#options.store.getState().selection;
    return this.#options.blocks.findIndex(({ id }) => id === currentBlockId);
  }

  #goTo(block: Block | undefined, enter?: Enter): void {
    if (block === undefined) return;
    const row = this.rowOf(block.id);
    const text = row?.querySelector('[data-block]');
    const item = text ? enter?.(text) : undefined;
    this.#options.store.dispatch({
      type: 'selection/currentBlock',
      blockId: block.id,
      item: item && { start: item.start, end: item.end },
    });
    row?.focus({ preventScroll: true });
    unfold(item?.element);
    if (item === undefined) row?.scrollIntoView({ block: 'nearest' });
    else bringIntoView(row?.closest('.content'), boxOf(item));
  }
}

const nextHeading = (
  blocks: readonly Block[],
  at: number,
  direction: 1 | -1,
): Block | undefined => {
  const headings = blocks
    .map((block, index) => ({ block, index }))
    .filter(({ block, index }) => block.kind === 'heading' && (index - at) * direction > 0);
  return (direction > 0 ? headings[0] : headings.at(-1))?.block;
};

const isInView = (row: Element | null): boolean => {
  const view = row?.closest('.content')?.getBoundingClientRect();
  if (row === null || view === undefined) return false;
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > view.top && top < view.bottom;
};

/** Scrolls as little as necessary. */
const bringIntoView = (
  scroller: Element | null | undefined,
  { top, bottom }: Pick<DOMRect, 'top' | 'bottom'>,
): void => {
  if (!scroller) return;
  const view = scroller.getBoundingClientRect();
  const toTop = top - view.top - marginPx;
  if (toTop < 0) scroller.scrollTop += toTop;
  else if (bottom > view.bottom - marginPx)
    scroller.scrollTop += Math.min(bottom - view.bottom + marginPx, toTop);
};

/** The next or previous item in the block; undefined at its end. */
const nextItem = (
  block: Element,
  current: TextRange | undefined,
  direction: 1 | -1,
): Item | undefined => {
  const items = itemsOf(block);
  if (current === undefined) return undefined;
  const at = itemAt(items, current.start);
  return at === undefined ? undefined : items.all[items.all.indexOf(at) + direction];
};

/** The first item in the given direction; undefined if there are none. */
const firstItem = (block: Element, direction: 1 | -1): Item | undefined =>
  itemsOf(block).all.at(direction > 0 ? 0 : -1);

/** Distance of hit tests below the top of the viewport, in pixels. */
const stepPx = 20;

interface FirstPlace {
  readonly blockId: string;
  readonly item: Item | undefined;
}

/** The first visible block and item; undefined at the very top. */
const firstInView = (root: HTMLElement): FirstPlace | undefined => {
  const scroller = root.closest('.content');
  if (scroller === null || scroller.scrollTop === 0) return undefined;
  const view = scroller.getBoundingClientRect();
  const x = view.left + view.width / 2;
  for (let y = view.top + stepPx; y < view.bottom; y += stepPx) {
    const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('.block');
    const text = row?.querySelector('[data-block]');
    const blockId = row?.dataset['blockRow'];
    if (blockId === undefined || text === null || text === undefined) continue;
    const item = itemAtPoint(text, x, y);
    // Between two items, the next hit test finds one.
    if (item !== undefined || itemsOf(text).all.length === 0) return { blockId, item };
  }
  return undefined;
};
