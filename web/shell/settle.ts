/** Number of stable frames required, and the limit of frames to watch. */
const stillFrames = 3;
const watchedFrames = 20;

const handsOn = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Corrects the scroll position while the layout shifts, until it is stable or the user scrolls.
 * @param off distance below the target position, in pixels
 * @returns a cleanup function
 */
export const settle = (scroller: Element, off: () => number): (() => void) => {
  let frame = 0;
  let [still, watched] = [0, 0];
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const name of handsOn) scroller.removeEventListener(name, stop);
  };
  const look = () => {
    const distance = off();
    const isOff = Math.abs(distance) >= 1;
    if (isOff) scroller.scrollTop += distance;
    still = isOff ? 0 : still + 1;
    watched += 1;
    if (still >= stillFrames || watched >= watchedFrames) stop();
    else frame = requestAnimationFrame(look);
  };
  for (const name of handsOn) scroller.addEventListener(name, stop, { passive: true });
  look();
  return stop;
};
