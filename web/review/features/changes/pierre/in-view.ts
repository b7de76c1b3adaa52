import { metrics } from './view-options.ts';

/** Whether any part of an element is visible in its scroller. */
export const isInView = (scroller: Element, element: Element): boolean => {
  const view = scroller.getBoundingClientRect();
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > view.top && top < view.bottom && bottom > top;
};

/** Returns a predicate on thread keys: whether the thread is in view or has the focus. */
export const seenThreads = (
  scroller: HTMLElement,
  file: HTMLElement | undefined,
): ((threadKey: string) => boolean) => {
  return (threadKey) => {
    const thread = file?.querySelector(`[data-thread="${CSS.escape(threadKey)}"]`);
    if (thread === null || thread === undefined) return false;
    return isInView(scroller, thread) || thread.contains(document.activeElement);
  };
};

/** Number of frames to wait for a card, and to keep it in view while the layout shifts. */
const watchedFrames = 30;

/** Scrolls the card of a comment or finding into view, below the sticky header, while `isWanted`. */
export const showAnnotation = (
  scroller: HTMLElement,
  annotationId: string,
  isWanted: () => boolean,
): void => {
  let frames = 0;
  const look = () => {
    if (!isWanted()) return;
    const card = scroller.querySelector(`[data-annotation="${CSS.escape(annotationId)}"]`);
    if (card !== null) scroller.scrollTop += distanceOf(card, scroller);
    frames += 1;
    if (frames < watchedFrames) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

/** The scroll distance that brings the card into view, aligned to its top if it is too tall. */
const distanceOf = (card: Element, scroller: HTMLElement): number => {
  const { top, bottom, height } = card.getBoundingClientRect();
  if (height === 0) return 0;
  const view = scroller.getBoundingClientRect();
  const above = top - (view.top + metrics.diffHeaderHeight + metrics.spacing);
  const below = bottom - (view.bottom - metrics.spacing);
  if (above < 0) return above;
  return below > 0 ? Math.min(above, below) : 0;
};
