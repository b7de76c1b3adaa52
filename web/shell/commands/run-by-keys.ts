/**
 * Runs shortcuts in the capture phase, so that an Escape that closes a dialog closes nothing else. Ignores keys during
 * IME composition.
 * @param meaningOf the action of a key press, if any
 * @returns a cleanup function
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
