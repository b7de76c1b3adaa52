import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { itemAt, itemsOf, type Item } from './items.ts';
import { toDomRange } from '../../../../shell/dom-range.ts';

/** Insets by the end offset of notes; undefined for notes on the whole block. */
export type Insets = ReadonlyMap<number, Inset | undefined>;

/**
 * Creates insets below the items in which notes end.
 * @param html the element's HTML
 * @param ends offsets in the block's text; negative for the whole block
 * @returns no entry for an end until its inset exists
 */
export const useInsets = (
  element: RefObject<HTMLElement | null>,
  html: object,
  ends: readonly number[],
): Insets => {
  const [insets, setInsets] = useState<Insets>(new Map());
  const placed = useRef(new Map<Item, Inset>());
  const key = [...new Set(ends)].join(' ');
  useLayoutEffect(() => {
    if (element.current === null) return;
    // The elements exist only after rendering.
    // oxlint-disable-next-line react/set-state-in-effect
    setInsets(placeInsets(element.current, placed.current, new Set(ends)));
    // New HTML has new items.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [element, html, key]);
  useEffect(() => {
    const { current } = placed;
    return () => {
      for (const { root } of current.values()) root.remove();
      current.clear();
    };
  }, []);
  return insets;
};

const placeInsets = (
  block: Element,
  placed: Map<Item, Inset>,
  ends: ReadonlySet<number>,
): Insets => {
  const items = itemsOf(block);
  const insets = new Map<number, Inset | undefined>();
  const wanted = new Set<Item>();
  for (const end of ends) {
    const item = end < 0 ? undefined : itemAt(items, end - 1);
    const inset = item === undefined ? undefined : (placed.get(item) ?? putInset(item));
    insets.set(end, inset);
    if (item === undefined || inset === undefined) continue;
    placed.set(item, inset);
    wanted.add(item);
  }
  for (const [item, { root }] of placed)
    if (!wanted.has(item)) {
      root.remove();
      placed.delete(item);
    }
  return insets;
};

/** A container for notes below an item. */
export interface Inset {
  /** Unique within its block. */
  readonly key: string;
  /** The inserted element. */
  readonly root: HTMLElement;
  /** The element that contains the notes. */
  readonly content: HTMLElement;
}

const containers = ':scope > :is(ul, ol, pre, table, blockquote)';

/** Inserts a container below an item. Insets do not count as the block's text. */
const putInset = (item: Item): Inset => {
  const { element, isLine } = item;
  if (element.localName === 'tr')
    return { key: String(item.start), ...putRow(element as HTMLTableRowElement) };
  const root = document.createElement('div');
  root.dataset['inset'] = isLine ? 'line' : 'item';
  if (isLine) putBelowLine(item, root);
  else if (element.localName === 'li')
    element.insertBefore(root, element.querySelector(containers));
  else behindDiagram(element).after(root);
  return { key: String(item.start), root, content: root };
};

const putRow = (row: HTMLTableRowElement): Omit<Inset, 'key'> => {
  const root = document.createElement('tr');
  const cell = document.createElement('td');
  const content = document.createElement('div');
  root.dataset['inset'] = 'row';
  cell.colSpan = [...row.cells].reduce((sum, { colSpan }) => sum + colSpan, 0);
  cell.append(content);
  root.append(cell);
  row.after(root);
  return { root, content };
};

/** After the line break; the code continues below. */
const putBelowLine = ({ element, origin, end }: Item, root: HTMLElement): void => {
  const at = toDomRange(element, end - origin, end - origin + 1);
  if (at === undefined || at.toString() !== '\n') {
    element.append(root);
    return;
  }
  at.collapse(false);
  at.insertNode(root);
};

/** A diagram directly follows its source. */
const behindDiagram = (element: HTMLElement): Element => {
  const next = element.nextElementSibling;
  return element.localName === 'pre' && next !== null && next.matches('div:not([data-inset])')
    ? next
    : element;
};
