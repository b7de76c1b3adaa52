import { collapse } from '../../../shared/frame/collapse.ts';
import type { FrameElement, FrameText } from '../../../shared/frame/frame-tree.ts';
import type { FrameRange } from '../../../shared/frame/frame-message.ts';

/** A text node, or an element that stands for a text, and which part of which block that is. */
export interface Piece {
  readonly node: Node;
  readonly block: number;
  readonly start: number;
  /** Absent for elements. */
  readonly text?: FrameText;
  readonly length: number;
}

/** Where the text of the blocks is in the frame. Pieces are in the order of the document. */
export class TextMap {
  readonly pieces: Piece[] = [];
  readonly #byNode = new Map<Node, number>();
  /** Index of each block's pieces. */
  readonly #byBlock = new Map<number, Piece[]>();

  add(node: Node, of: FrameText | FrameElement): void {
    const { b: block, s: start } = of;
    if (block === undefined || start === undefined) return;
    const piece: Piece =
      't' in of
        ? { node, block, start, text: of, length: shapeOf(of).text.length }
        : { node, block, start, length: of.l ?? 0 };
    if (piece.length === 0) return;
    this.#byNode.set(node, this.pieces.length);
    this.pieces.push(piece);
    const own = this.#byBlock.get(block);
    if (own === undefined) this.#byBlock.set(block, [piece]);
    else own.push(piece);
  }

  /** The text of a range, by block. */
  rangesIn(range: Range): FrameRange[] {
    const found: { block: number; start: number; end: number }[] = [];
    for (let at = this.#firstIn(range); at < this.pieces.length; at += 1) {
      const piece = this.pieces[at];
      if (piece === undefined || isBehind(piece.node, range)) break;
      if (!range.intersectsNode(piece.node)) continue;
      const start = piece.start + startIn(piece, range);
      const end = piece.start + endIn(piece, range);
      if (start >= end) continue;
      const last = found.at(-1);
      if (last?.block === piece.block) last.end = Math.max(last.end, end);
      else found.push({ block: piece.block, start, end });
    }
    return found.map(({ block, start, end }) => [block, start, end]);
  }

  /** The range of a part of a block's text, if any of it is there. */
  rangeOf(block: number, start: number, end: number): Range | undefined {
    const own = (this.#byBlock.get(block) ?? []).filter(
      (piece) => piece.start < end && piece.start + piece.length > start,
    );
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const range = new Range();
    if (first.text === undefined) range.setStartBefore(first.node);
    else range.setStart(first.node, rawStart(first.text, Math.max(0, start - first.start)));
    if (last.text === undefined) range.setEndAfter(last.node);
    else range.setEnd(last.node, rawEnd(last.text, Math.min(last.length, end - last.start)));
    return range;
  }

  /** Where a point is in the blocks. */
  offsetAt(node: Node, offset: number): readonly [block: number, offset: number] | undefined {
    const piece = this.pieces[this.#byNode.get(node) ?? -1];
    if (piece?.text === undefined) return undefined;
    return [piece.block, piece.start + (shapeOf(piece.text).offsets[offset] ?? piece.length)];
  }

  #firstIn({ startContainer }: Range): number {
    const known = this.#byNode.get(startContainer);
    if (known !== undefined) return known;
    // The first piece that is not before it.
    let [low, high] = [0, this.pieces.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const node = this.pieces[middle]?.node;
      const isBefore =
        node !== undefined &&
        (startContainer.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const shapeOf = ({ t, p, w }: FrameText) => collapse(t, { isPre: p === 1, isAfterSpace: w === 1 });

const isBehind = (node: Node, range: Range): boolean => {
  const position = range.endContainer.compareDocumentPosition(node);
  return (
    (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
    (position & Node.DOCUMENT_POSITION_CONTAINED_BY) === 0
  );
};

const startIn = ({ node, text }: Piece, range: Range): number =>
  text !== undefined && range.startContainer === node
    ? (shapeOf(text).offsets[range.startOffset] ?? 0)
    : 0;

const endIn = ({ node, text, length }: Piece, range: Range): number =>
  text !== undefined && range.endContainer === node
    ? (shapeOf(text).offsets[range.endOffset] ?? length)
    : length;

/** The source's index of the character that became the one at an offset. */
const rawStart = (text: FrameText, offset: number): number => {
  const { offsets } = shapeOf(text);
  const behind = offsets.findIndex((one) => one > offset);
  return behind < 0 ? text.t.length : behind - 1;
};

const rawEnd = (text: FrameText, offset: number): number => {
  const behind = shapeOf(text).offsets.findIndex((one) => one >= offset);
  return behind < 0 ? text.t.length : behind;
};
