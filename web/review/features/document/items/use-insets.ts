import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { putInset, type Inset } from './inset.ts';
import { itemAt, itemsOf, type Item } from './items.ts';

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
