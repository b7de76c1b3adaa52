import { pointAt } from './text-offsets.ts';

/** Elements that the page inserts into a block, such as comments on an item; not part of the block's text. */
export const insetSelector = '[data-inset]';

/** Text nodes in runs, split at insets. */
const textRunsOf = (root: Node): Text[][] => {
  let run: Text[] = [];
  const runs = [run];
  const walker = document.createTreeWalker(
    root,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    (node) => {
      if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
      if (!(node as Element).matches(insetSelector)) return NodeFilter.FILTER_SKIP;
      runs.push((run = []));
      return NodeFilter.FILTER_REJECT;
    },
  );
  while (walker.nextNode() !== null) run.push(walker.currentNode as Text);
  return runs;
};

/** Text content without insets. */
export const textOf = (root: Element): string =>
  root.querySelector(insetSelector) === null
    ? root.textContent
    : textRunsOf(root)
        .flat()
        .map(({ data }) => data)
        .join('');

const rangeIn = (nodes: readonly Text[], start: number, end: number): Range | undefined => {
  const lengths = nodes.map(({ length }) => length);
  const from = pointAt(lengths, start, 'start');
  const to = pointAt(lengths, end, 'end');
  const [fromNode, toNode] = [nodes[from?.node ?? -1], nodes[to?.node ?? -1]];
  if (!from || !to || !fromNode || !toNode) return undefined;
  const range = document.createRange();
  range.setStart(fromNode, from.offset);
  range.setEnd(toNode, to.offset);
  return range;
};

/** Converts text offsets to a DOM range; undefined if there is no text. */
export const toDomRange = (root: Element, start: number, end: number): Range | undefined =>
  rangeIn(textRunsOf(root).flat(), start, end);

/** The same as several ranges that do not contain insets. */
export const toDomRanges = (root: Element, start: number, end: number): Range[] => {
  const ranges: Range[] = [];
  let before = 0;
  for (const run of textRunsOf(root)) {
    const length = run.reduce((sum, node) => sum + node.length, 0);
    const [from, to] = [Math.max(0, start - before), Math.min(length, end - before)];
    const range = from < to ? rangeIn(run, from, to) : undefined;
    if (range !== undefined) ranges.push(range);
    before += length;
  }
  return ranges;
};

/** Converts a boundary point to a text offset, clamped to the element. */
export const toTextOffset = (root: Element, node: Node, offset: number): number => {
  const before = document.createRange();
  before.selectNodeContents(root);
  const position = before.comparePoint(node, offset);
  if (position < 0) return 0;
  if (position === 0) before.setEnd(node, offset);
  let length = before.toString().length;
  for (const inset of root.querySelectorAll(insetSelector)) {
    if (!before.intersectsNode(inset)) break;
    length -= lengthWithin(before, inset);
  }
  return length;
};

const lengthWithin = (before: Range, inset: Element): number => {
  const within = document.createRange();
  within.selectNodeContents(inset);
  if (within.comparePoint(before.endContainer, before.endOffset) === 0)
    within.setEnd(before.endContainer, before.endOffset);
  return within.toString().length;
};

/** The caret position at a point of the viewport, with whichever API the browser has. */
export const caretAt = (x: number, y: number): { node: Node; offset: number } | undefined => {
  if ('caretPositionFromPoint' in document) {
    const position = document.caretPositionFromPoint(x, y);
    return position === null ? undefined : { node: position.offsetNode, offset: position.offset };
  }
  const range = (document as Document).caretRangeFromPoint(x, y);
  return range === null ? undefined : { node: range.startContainer, offset: range.startOffset };
};
