import { insetSelector, toTextOffset, caretAt } from '../../../../shell/dom-range.ts';
import { itemAt, itemsOf, type Item, type Items } from './items.ts';

/** Horizontal offsets from the left edge to probe for an item, in pixels. */
const probesPx = [48, 8, 160];

/** The item at a point of the viewport, or at the same height if the point is beside the text. */
export const itemAtPoint = (block: Element, x: number, y: number): Item | undefined => {
  const items = itemsOf(block);
  if (items.all.length === 0) return undefined;
  const { left, right } = block.getBoundingClientRect();
  for (const at of [x, ...probesPx.map((probe) => left + probe), right - 8]) {
    if (at < left || at > right) continue;
    const hit = document.elementFromPoint(at, y);
    if (hit === null || !block.contains(hit) || hit.closest(insetSelector) !== null) continue;
    const item = itemOf(items, hit, y);
    if (item !== undefined) return item;
  }
  return undefined;
};

const itemOf = (items: Items, hit: Element, y: number): Item | undefined => {
  // The gap between nested list items belongs to none.
  if (hit.matches('ul, ol')) return undefined;
  const pre = hit.closest('pre');
  const code = pre?.querySelector('code');
  if (pre !== null && code !== null && code !== undefined && items.byElement.has(code))
    return lineAt(items, { pre, code, y });
  for (let at: Element | null = hit; at !== null; at = at.parentElement) {
    const item = items.byElement.get(at) ?? diagramOf(items, at);
    if (item !== undefined) return item;
  }
  return undefined;
};

/** A diagram directly follows its source. */
const diagramOf = ({ byElement }: Items, element: Element): Item | undefined => {
  const source = element.previousElementSibling;
  return element.matches('pre + div') && source !== null ? byElement.get(source) : undefined;
};

interface CodePoint {
  readonly pre: Element;
  readonly code: Element;
  readonly y: number;
}

const lineAt = (items: Items, { pre, code, y }: CodePoint): Item | undefined => {
  const first = items.byElement.get(code);
  // The code may be scrolled horizontally.
  const left = Math.max(code.getBoundingClientRect().left, pre.getBoundingClientRect().left) + 2;
  const caret = caretAt(left, y);
  if (first === undefined || caret === undefined || !code.contains(caret.node)) return undefined;
  return itemAt(items, first.origin + toTextOffset(code, caret.node, caret.offset));
};
