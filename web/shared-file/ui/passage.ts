import { wordsBefore, wordsBehind } from '../../../shared/placement/words-around.ts';
import { toTextOffset } from '../../shell/dom-range.ts';
import { trimRange } from '../../shell/text-offsets.ts';
import type { SharedBlock, SharedPlace } from '../../../shared/sharing/shared-review.ts';
import type { Target } from '../store/file-state.ts';

const maxQuoteLength = 65_536;

/** The selected text, as far as it is in one block: the first that has some of it. */
export const selectedPlace = (blocks: readonly HTMLElement[]): SharedPlace | undefined => {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  for (const [block, element] of blocks.entries()) {
    if (!range.intersectsNode(element)) continue;
    const start = toTextOffset(element, range.startContainer, range.startOffset);
    const end = toTextOffset(element, range.endContainer, range.endOffset);
    const trimmed = trimRange(element.textContent, start, end);
    if (trimmed !== undefined) return { block, ...trimmed };
  }
  return undefined;
};

/** All text of a block; undefined if there is none. */
export const wholePlace = (block: number, element: HTMLElement): SharedPlace | undefined => {
  const text = element.textContent;
  const trimmed = trimRange(text, 0, text.length);
  return trimmed && { block, ...trimmed };
};

/** What a comment on a place says about it. */
export const targetAt = (
  place: SharedPlace,
  {
    text,
    block,
    file = block.file,
  }: { text: string; block: SharedBlock; file?: string | undefined },
): Target => {
  const { start, end } = place;
  const [prefix, suffix] = [wordsBefore(text, start), wordsBehind(text, end)];
  return {
    place,
    quote: {
      text: text.slice(start, Math.min(end, start + maxQuoteLength)),
      ...(prefix === '' ? {} : { prefix }),
      ...(suffix === '' ? {} : { suffix }),
      line: block.startLine,
    },
    file,
  };
};
