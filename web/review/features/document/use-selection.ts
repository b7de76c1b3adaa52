import { useLayoutEffect, type RefObject } from 'react';
import type { Block } from '../../../../shared/placement/blocks.ts';
import { usePage } from '../../ui/page.ts';
import type { Passage } from '../../../../shared/session/editor.ts';
import { toTextOffset } from '../../../shell/dom-range.ts';
import { toPassage, type BlockRange } from '../../store/comments/passage.ts';

/** Debounce for selections made by keyboard or touch handles. */
const restMs = 150;

/** Tracks the selection in the document: on `pointerup`, or debounced without a mouse. */
export const useSelection = (
  root: RefObject<HTMLElement | null>,
  blocks: ReadonlyMap<string, Block>,
): void => {
  const { store } = usePage();
  useLayoutEffect(() => {
    let isDown = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      if (root.current === null) return;
      const passage = readSelection(root.current, blocks);
      const before = store.getState().selection.passage;
      if (JSON.stringify(passage) !== JSON.stringify(before))
        store.dispatch({ type: 'selection/passage', passage });
    };
    const readSoon = (delayMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(read, delayMs);
    };
    const ending = new AbortController();
    const options = { signal: ending.signal };
    document.addEventListener(
      'pointerdown',
      ({ pointerType }) => {
        isDown = pointerType === 'mouse';
      },
      options,
    );
    // Capture, since a stopped event would leave `isDown` set.
    const onUp = () => {
      isDown = false;
      readSoon(0);
    };
    window.addEventListener('pointerup', onUp, { ...options, capture: true });
    window.addEventListener('pointercancel', onUp, { ...options, capture: true });
    document.addEventListener(
      'selectionchange',
      () => {
        if (!isDown) readSoon(restMs);
      },
      options,
    );
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [store, root, blocks]);
};

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
