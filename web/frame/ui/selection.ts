import type { FrameRect } from '../../../shared/frame/frame-message.ts';
import type { FramePage } from './frame-page.ts';
import { maxSelectedRanges } from '../../../shared/limits.ts';

const restMs = 120;

/** What is selected, if anything is. */
export const selectedRange = (): Range | undefined => {
  const selection = getSelection();
  return selection === null || selection.isCollapsed || selection.rangeCount === 0
    ? undefined
    : selection.getRangeAt(0);
};

/** Selects a range in place of what is selected. */
export const select = (range: Range): void => {
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(range);
};

/** Tells the page what is selected, once the selection and the page rest. */
export const tellSelection = ({ map, send }: Pick<FramePage, 'map' | 'send'>): void => {
  const tell = (): void => {
    const range = selectedRange();
    if (range === undefined) send({ type: 'selection', ranges: [], rect: [0, 0, 0, 0] });
    else
      send({
        type: 'selection',
        ranges: map.rangesIn(range).slice(0, maxSelectedRanges),
        rect: rectOf(range),
      });
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(tell, restMs);
  };
  document.addEventListener('selectionchange', wait);
  addEventListener('scroll', wait);
};

const rectOf = (range: Range): FrameRect => {
  const { left, top, right, bottom } = range.getBoundingClientRect();
  return [Math.round(left), Math.round(top), Math.round(right), Math.round(bottom)];
};
