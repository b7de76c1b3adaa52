import { useEffect, type RefObject } from 'react';
import type { ItemPlace } from '../../../store/selection-slice.ts';
import { usePage } from '../../../ui/page.ts';
import { insetSelector } from '../../../../shell/dom-range.ts';
import { ItemMarker } from './item-marker.ts';
import { itemAtPoint } from './pointed-item.ts';

/** Tracks the item under the mouse; a click makes it current. */
export const usePointer = (root: RefObject<HTMLElement | null>): void => {
  const { store } = usePage();
  useEffect(() => {
    const { current } = root;
    if (current === null) return undefined;
    const ending = new AbortController();
    const options = { signal: ending.signal, passive: true };
    const point = (place: ItemPlace | undefined) => {
      if (!isSame(place, store.getState().selection.pointed))
        store.dispatch({ type: 'selection/pointed', place });
    };
    let frame = 0;
    let at: PointerEvent | undefined;
    const look = () => {
      frame = 0;
      if (at === undefined) return;
      const place = placeAt(at);
      if (place !== 'none') point(place);
    };
    const onMove = (event: PointerEvent) => {
      at = event;
      frame ||= requestAnimationFrame(look);
    };
    current.addEventListener('pointermove', onMove, options);
    current.addEventListener('pointerdown', onMove, options);
    current.addEventListener(
      'pointerleave',
      () => {
        at = undefined;
        point(undefined);
      },
      options,
    );
    current.addEventListener(
      'click',
      (event) => {
        const place = placeAt(event);
        if (place === 'none' || place.item === undefined) return;
        store.dispatch({ type: 'selection/currentBlock', ...place });
      },
      options,
    );
    const endMarking = new ItemMarker(current, store).start();
    return () => {
      cancelAnimationFrame(frame);
      ending.abort();
      endMarking();
    };
  }, [store, root]);
};

/** The block and item at a point; `none` on notes. */
const placeAt = ({ target, clientX, clientY }: MouseEvent): ItemPlace | 'none' => {
  if (!(target instanceof Element)) return 'none';
  const row = target.closest<HTMLElement>('.block');
  const blockId = row?.dataset['blockRow'];
  const text = row?.querySelector('[data-block]');
  if (blockId === undefined || text === null || text === undefined) return 'none';
  if (target.closest(`${insetSelector}, .block-notes, .block-margin`) !== null) return 'none';
  const item = itemAtPoint(text, clientX, clientY);
  return { blockId, item: item && { start: item.start, end: item.end } };
};

const isSame = (one: ItemPlace | undefined, other: ItemPlace | undefined): boolean =>
  one?.blockId === other?.blockId && one?.item?.start === other?.item?.start;
