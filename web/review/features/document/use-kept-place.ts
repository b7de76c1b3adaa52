import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Block } from '../../../../shared/placement/blocks.ts';
import { settle } from '../../../shell/settle.ts';

/** The first visible block, and its offset from the top of the viewport in pixels. */
interface ReadingPlace {
  readonly index: number;
  readonly topPx: number;
}

/** Keeps the reading position when a new version is shown, whose blocks have new ids. */
export const useKeptPlace = (
  root: RefObject<HTMLElement | null>,
  blocks: readonly Block[],
  showAll: () => void,
): void => {
  const shown = useRef(blocks);
  const place = useRef<ReadingPlace>(undefined);
  useEffect(() => {
    const scroller = root.current?.closest('.content');
    if (scroller === null || scroller === undefined) return undefined;
    let frame = 0;
    const look = () => {
      frame = 0;
      place.current = placeOf(root.current, scroller);
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      scroller.removeEventListener('scroll', onScroll);
    };
  }, [root]);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = blocks;
    const scroller = root.current?.closest('.content');
    if (before === blocks || place.current === undefined || !scroller) return undefined;
    const { index, topPx } = place.current;
    const block = sameBlock(before, index, blocks);
    if (block === undefined) return undefined;
    const find = () => root.current?.querySelector(`[data-block-row="${CSS.escape(block.id)}"]`);
    if (!find()) showAll();
    // Blocks get their actual size as they come into view.
    return settle(scroller, () => {
      const top = find()?.getBoundingClientRect().top;
      return top === undefined ? 0 : top - scroller.getBoundingClientRect().top - topPx;
    });
  }, [root, blocks, showAll]);
};

/** The first visible block; undefined at the very top. */
const placeOf = (root: HTMLElement | null, scroller: Element): ReadingPlace | undefined => {
  if (root === null || scroller.scrollTop === 0) return undefined;
  const { top } = scroller.getBoundingClientRect();
  const rows = root.children;
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.getBoundingClientRect().bottom ?? Infinity) <= top) low = middle + 1;
    else high = middle;
  }
  const row = rows[low];
  return row && { index: low, topPx: row.getBoundingClientRect().top - top };
};

type Told = Pick<Block, 'text' | 'file'>;

/**
 * Finds the block with the same text in a new version or, if it is gone, that of the closest block above. Among
 * several, prefers the one at the same position in its file.
 */
export const sameBlock = <Shown extends Told>(
  before: readonly Told[],
  index: number,
  blocks: readonly Shown[],
): Shown | undefined => {
  const places = new Map<string, number[]>();
  for (const [at, block] of blocks.entries()) {
    const key = keyOf(block);
    const known = places.get(key);
    if (known === undefined) places.set(key, [at]);
    else known.push(at);
  }
  for (let at = index; at >= 0; at -= 1) {
    const block = before[at];
    const found = block === undefined ? undefined : places.get(keyOf(block));
    if (block === undefined || found === undefined) continue;
    const same = before.slice(0, at).filter((other) => keyOf(other) === keyOf(block)).length;
    return blocks[found[Math.min(same, found.length - 1)] ?? -1];
  }
  return undefined;
};

const keyOf = ({ text, file = '' }: Told): string => `${file}\n${text}`;
