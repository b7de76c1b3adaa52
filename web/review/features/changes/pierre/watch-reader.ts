const scrolls: ReadonlySet<string> = new Set(['PageUp', 'PageDown', 'Home', 'End', ' ']);
const steps: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']);

interface ReaderMoves {
  /** By the wheel, by touch, by the mouse or by a key that scrolls: to another place. */
  readonly onScroll: () => void;
  /** By an arrow: from where the reader is. */
  readonly onStep: () => void;
}

/** Tells when the reader moves by other means than commands. @returns what ends it */
export const watchReader = (root: HTMLElement, { onScroll, onStep }: ReaderMoves): (() => void) => {
  const ending = new AbortController();
  const options = { passive: true, signal: ending.signal };
  for (const type of ['wheel', 'touchmove', 'pointerdown'])
    root.addEventListener(type, onScroll, options);
  root.addEventListener(
    'keydown',
    (event) => {
      if (isTyping(event)) return;
      if (scrolls.has(event.key)) onScroll();
      else if (steps.has(event.key)) onStep();
    },
    options,
  );
  return () => ending.abort();
};

const isTyping = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('textarea, input') !== null;
