import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Block } from '../../../../shared/placement/blocks.ts';
import { settle } from '../../../shell/settle.ts';
import { sameBlock } from './same-block.ts';

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
