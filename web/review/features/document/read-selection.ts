import type { Block } from '../../../../shared/placement/blocks.ts';
import type { Passage } from '../../store/editors-slice.ts';
import { toTextOffset } from '../../ui/text/dom-range.ts';
import { toPassage, type BlockRange } from '../../store/comments/passage.ts';

/** The passage of the document that is selected in the browser; undefined where none is. */
export const readSelection = (
  root: Element,
  blocks: ReadonlyMap<string, Block>,
): Passage | undefined => {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(root)) return undefined;
  const ranges: BlockRange[] = [];
  for (const element of root.querySelectorAll<HTMLElement>('[data-block]')) {
    if (!range.intersectsNode(element)) continue;
    const block = blocks.get(element.dataset['block'] ?? '');
    if (block === undefined) continue;
    const start = toTextOffset(element, range.startContainer, range.startOffset);
    const end = toTextOffset(element, range.endContainer, range.endOffset);
    ranges.push({ block, start, end });
  }
  return toPassage(ranges);
};

/** The text node and offset at a point of the window, by whichever of the two calls the browser has. */
export const caretAt = (x: number, y: number): { node: Node; offset: number } | undefined => {
  if ('caretPositionFromPoint' in document) {
    const position = document.caretPositionFromPoint(x, y);
    return position === null ? undefined : { node: position.offsetNode, offset: position.offset };
  }
  const range = (document as Document).caretRangeFromPoint(x, y);
  return range === null ? undefined : { node: range.startContainer, offset: range.startOffset };
};
