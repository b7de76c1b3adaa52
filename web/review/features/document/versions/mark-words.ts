import type { WordsSince } from '../../../../../shared/session/rounds.ts';

/** A part of a text node. */
type Piece = WordsSince;

/**
 * Marks the words of a rendered block that are in one of two versions alone; those that are not in this one, the removed
 * ones if it is the later version, are inserted.
 */
export const markWords = (
  root: Element,
  parts: readonly WordsSince[],
  missing: 'removed' | 'added' = 'removed',
): void => {
  const nodes = textNodesOf(root);
  const pieces = nodes.map((): Piece[] => []);
  const lengths = nodes.map(({ length }) => length);
  let [at, used] = [0, 0];
  for (const { kind, text } of parts) {
    if (kind === missing) {
      while (used === lengths[at] && at + 1 < nodes.length) [at, used] = [at + 1, 0];
      pieces[placeOf(nodes, at, used)]?.push({ kind, text });
      continue;
    }
    for (let left = text.length; left > 0 && at < nodes.length;) {
      const length = Math.min(left, (lengths[at] ?? 0) - used);
      const { data = '' } = nodes[at] ?? {};
      if (length > 0) pieces[at]?.push({ kind, text: data.slice(used, used + length) });
      left -= length;
      used += length;
      if (left > 0) [at, used] = [at + 1, 0];
    }
  }
  for (const [index, node] of nodes.entries()) replace(node, pieces[index] ?? []);
};

/** Marks all of a block: it is in one version alone. */
export const markAll = (root: Element, kind: 'added' | 'removed'): void => {
  for (const node of textNodesOf(root)) replace(node, [{ kind, text: node.data }]);
};

const textNodesOf = (root: Element): Text[] => {
  const nodes: Text[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) nodes.push(walker.currentNode as Text);
  return nodes;
};

/** Between the items of a list or the cells of a table no words can stand: they go to the end of the text before. */
const placeOf = (nodes: readonly Text[], at: number, used: number): number => {
  if (used > 0) return at;
  let place = at;
  while (place > 0 && isBetween(nodes[place])) place -= 1;
  return place;
};

const isBetween = (node: Text | undefined): boolean =>
  node !== undefined &&
  node.data.trim() === '' &&
  /^(?:UL|OL|DL|TABLE|THEAD|TBODY|TFOOT|TR)$/u.test(node.parentElement?.nodeName ?? '');

const tags = { added: 'ins', removed: 'del' } as const;

const replace = (node: Text, pieces: readonly Piece[]): void => {
  if (isBetween(node) || pieces.every(({ kind }) => kind === 'same')) return;
  const texts = pieces.map(({ kind, text }) => {
    if (kind === 'same' || text.trim() === '') return text;
    const mark = document.createElement(tags[kind]);
    mark.textContent = text;
    return mark;
  });
  node.replaceWith(...texts);
};
