import { wordsBefore, wordsBehind } from '../../../shared/placement/words-around.ts';
import { toTextOffset } from '../../shell/dom-range.ts';
import { joint, trimRange } from '../../../shared/placement/passage-ranges.ts';
import type { SharedPlace } from '../../../shared/sharing/shared-review.ts';
import type { Target } from '../store/file-state.ts';

const maxQuoteLength = 65_536;

/** The selected text, in the first block that has some of it and those after it. */
export const selectedPlace = (blocks: readonly HTMLElement[]): SharedPlace | undefined => {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const places: SharedPlace[] = [];
  for (const [block, element] of blocks.entries()) {
    if (!range.intersectsNode(element)) continue;
    const start = toTextOffset(element, range.startContainer, range.startOffset);
    const end = toTextOffset(element, range.endContainer, range.endOffset);
    const trimmed = trimRange(element.textContent, start, end);
    if (trimmed !== undefined) places.push({ block, ...trimmed });
  }
  const [first, ...more] = places;
  return first && { ...first, more };
};

/** The places in all blocks. */
export const partsOf = (place: SharedPlace): readonly SharedPlace[] => [
  place,
  ...(place.more ?? []),
];

/** All text of a block; undefined if there is none. */
export const wholePlace = (block: number, element: HTMLElement): SharedPlace | undefined => {
  const text = element.textContent;
  const trimmed = trimRange(text, 0, text.length);
  return trimmed && { block, ...trimmed };
};

interface About {
  /** The elements of all blocks. */
  readonly texts: readonly HTMLElement[];
  readonly line: number;
  readonly file: string | undefined;
}

/** What a comment on a place says about it. */
export const targetAt = (place: SharedPlace, { texts, line, file }: About): Target => {
  const textOf = (at: number): string => texts[at]?.textContent ?? '';
  const text = textOf(place.block);
  const [prefix, suffix] = [wordsBefore(text, place.start), wordsBehind(text, place.end)];
  return {
    place,
    quote: {
      text: partsOf(place)
        .map(({ block, start, end }) => textOf(block).slice(start, end))
        .join(joint)
        .slice(0, maxQuoteLength),
      ...(prefix === '' ? {} : { prefix }),
      ...(suffix === '' ? {} : { suffix }),
      line,
    },
    file,
  };
};
