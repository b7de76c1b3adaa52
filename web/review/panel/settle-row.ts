/** How many frames in a row it must have stood still, and how many are watched at the most. */
const stillFrames = 3;
const watchedFrames = 20;

const handsOn = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

interface SettleOptions {
  readonly key: string;
  /** How far below the top of the scroller it is to be, in pixels. */
  readonly below: number;
  /** Where the list has it, as far as is known; needed as long as the row is not drawn. */
  readonly startOf: () => number | undefined;
}

/**
 * Keeps a row at its distance below the top of the scroller while rows around it are measured for the first time, until
 * it stands still or the reader scrolls. @returns what ends it
 */
export const settleRow = (
  scroller: HTMLElement,
  { key, below, startOf }: SettleOptions,
): (() => void) => {
  let frame = 0;
  let [still, watched] = [0, 0];
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const name of handsOn) scroller.removeEventListener(name, stop);
  };
  /** How far it is from where it should be. */
  const off = (): number => {
    const row = scroller.querySelector(`li[data-key="${CSS.escape(key)}"]`);
    if (row === null) return (startOf() ?? scroller.scrollTop + below) - below - scroller.scrollTop;
    return row.getBoundingClientRect().top - scroller.getBoundingClientRect().top - below;
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
