import { insetSelector, textOf, toDomRange } from '../../../../shell/dom-range.ts';

/**
 * A part of a block with its own comments: a list item, table row, line of code, paragraph of a quote, or diagram.
 * Offsets are in the block's text.
 */
export interface Item {
  /** The element of the item; for a line, the code element. */
  readonly element: HTMLElement;
  /** Where the element's text starts. */
  readonly origin: number;
  readonly start: number;
  readonly end: number;
  readonly isLine: boolean;
}

export interface Items {
  /** In text order, not nested. */
  readonly all: readonly Item[];
  /** The first item of each element. */
  readonly byElement: ReadonlyMap<Element, Item>;
}

const containers = 'ul, ol, pre, table, blockquote';
const paragraphs =
  'p:not(.markdown-alert-title), summary, dt, dd, figcaption, h1, h2, h3, h4, h5, h6';

/** Keyed by the first element, which changes with the HTML. */
const known = new WeakMap<Element, Items>();

/** The items of a block; empty if it is commented on as a whole. */
export const itemsOf = (block: Element): Items => {
  const key = block.firstElementChild;
  const items = key === null ? undefined : known.get(key);
  if (items !== undefined) return items;
  const found = new ItemCollector(block).collect();
  if (key !== null) known.set(key, found);
  return found;
};

/** The item at or before an offset; otherwise the first. */
export const itemAt = ({ all }: Items, offset: number): Item | undefined => {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((all[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return all[Math.max(0, low - 1)];
};

type OpenItem = Pick<Item, 'element' | 'start'>;

/** Collects items in a single pass. An item's own text ends where a nested list, table, code or quote starts. */
class ItemCollector {
  readonly #block: Element;
  readonly #text: string;
  readonly #all: Item[] = [];
  readonly #byElement = new Map<Element, Item>();
  #offset = 0;
  #open: OpenItem | undefined;

  constructor(block: Element) {
    this.#block = block;
    this.#text = textOf(block);
  }

  collect(): Items {
    for (const child of this.#block.childNodes) this.#visit(child, true);
    return { all: this.#all, byElement: this.#byElement };
  }

  #visit(node: Node, isOutermost: boolean): void {
    if (node instanceof Text) this.#offset += node.length;
    if (!(node instanceof HTMLElement) || node.matches(insetSelector)) return;
    if (node.matches(containers)) this.#close();
    if (node.localName === 'pre') {
      this.#visitCode(node);
      return;
    }
    const isItem =
      node.matches('li, tr') ||
      (!isOutermost && this.#open === undefined && node.matches(paragraphs));
    if (isItem) this.#open = { element: node, start: this.#offset };
    for (const child of node.childNodes) this.#visit(child, false);
    if (this.#open?.element === node) this.#close();
  }

  #visitCode(pre: HTMLElement): void {
    const code = pre.querySelector('code') ?? pre;
    const origin = this.#offset;
    const text = textOf(pre);
    this.#offset += text.length;
    // A diagram is a single item, even if its source is shown.
    if (code.matches('.language-mermaid')) {
      this.#add({ element: pre, origin, start: origin, end: this.#offset, isLine: false });
      return;
    }
    let start = origin;
    for (const line of text.split('\n')) {
      this.#add({ element: code, origin, start, end: start + line.length, isLine: true });
      start += line.length + 1;
    }
  }

  #close(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open !== undefined)
      this.#add({ ...open, origin: open.start, end: this.#offset, isLine: false });
  }

  /** Items without text cannot have comments. */
  #add(item: Item): void {
    if (!/\S/u.test(this.#text.slice(item.start, item.end))) return;
    this.#all.push(item);
    if (!this.#byElement.has(item.element)) this.#byElement.set(item.element, item);
  }
}

/** The bounding box of an item without nested lists and code, in viewport pixels. */
export const boxOf = (item: Item): DOMRect => {
  const shown = shownElementOf(item);
  if (shown !== item.element || item.element.matches('tr, pre'))
    return shown.getBoundingClientRect();
  const { origin, start, end } = item;
  const range = toDomRange(item.element, start - origin, end - origin);
  return (range ?? item.element).getBoundingClientRect();
};

/** For a drawn diagram, the image that follows the source. */
const shownElementOf = ({ element }: Item): Element =>
  element.hidden ? (element.nextElementSibling ?? element) : element;
