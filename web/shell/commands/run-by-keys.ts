/**
 * Has key presses run what they mean, before the components hear of them: an Escape that closes a dialog closes nothing
 * else. While an input method composes, keys are its own.
 * @param meaningOf what a press does; undefined where it means nothing
 * @returns what ends it
 */
export const runByKeys = (
  meaningOf: (event: KeyboardEvent) => (() => void) | undefined,
): (() => void) => {
  const listener = (event: KeyboardEvent) => {
    if (event.isComposing || event.defaultPrevented) return;
    const run = meaningOf(event);
    if (run === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  window.addEventListener('keydown', listener, { capture: true });
  return () => window.removeEventListener('keydown', listener, { capture: true });
};
