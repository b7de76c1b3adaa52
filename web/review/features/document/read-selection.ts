import type { Block } from '../../../../shared/placement/blocks.ts';
import type { Passage } from '../../../../shared/session/editor.ts';
import { toTextOffset } from '../../ui/dom-range.ts';
import { toPassage, type BlockRange } from '../../store/comments/passage.ts';

/** The selected passage of the document, if any. */
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
