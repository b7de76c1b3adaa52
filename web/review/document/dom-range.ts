import { pointAt } from './text-offsets.ts';

const textNodesOf = (root: Node): Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode() !== null) nodes.push(walker.currentNode as Text);
  return nodes;
};

/** The DOM range of offsets in an element's text content; undefined where it has no text. */
export const toDomRange = (root: Element, start: number, end: number): Range | undefined => {
  const nodes = textNodesOf(root);
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

/** The offset, in the element's text content, of a boundary point; its start or end where the point is outside. */
export const toTextOffset = (root: Element, node: Node, offset: number): number => {
  const before = document.createRange();
  before.selectNodeContents(root);
  const position = before.comparePoint(node, offset);
  if (position < 0) return 0;
  if (position === 0) before.setEnd(node, offset);
  return before.toString().length;
};
