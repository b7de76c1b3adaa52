/** How many frames in a row it must have stood still, and how many are watched at the most. */
const stillFrames = 3;
const watchedFrames = 20;

const handsOn = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls until what is read stands where it should, while what is around it gets its size, until it stands still or the
 * reader scrolls. @param off how far it is below its place, in pixels @returns what ends it
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
