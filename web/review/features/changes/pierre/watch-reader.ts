const scrolls: ReadonlySet<string> = new Set(['PageUp', 'PageDown', 'Home', 'End', ' ']);
const steps: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']);

interface ReaderMoves {
  /** By wheel, touch, mouse or a scrolling key. */
  readonly onScroll: () => void;
  /** By an arrow key, relative to the current position. */
  readonly onStep: () => void;
}

/** Reports when the user scrolls or moves without a command. @returns a cleanup function */
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
