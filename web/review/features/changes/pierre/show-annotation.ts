import { metrics } from './view-options.ts';

/** How many frames a card is waited for, and kept in view while what is above it is measured. */
const watchedFrames = 30;

/** Brings the card of a comment or finding into view, below the header of its file, as long as it is wanted there. */
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

/** How far it has to be scrolled until the card is in view, from its beginning where it is too high. */
const distanceOf = (card: Element, scroller: HTMLElement): number => {
  const { top, bottom, height } = card.getBoundingClientRect();
  if (height === 0) return 0;
  const view = scroller.getBoundingClientRect();
  const above = top - (view.top + metrics.diffHeaderHeight + metrics.spacing);
  const below = bottom - (view.bottom - metrics.spacing);
  if (above < 0) return above;
  return below > 0 ? Math.min(above, below) : 0;
};
