import type { DiffViewer } from './diff-viewer.ts';

interface SideScrollOptions {
  /** Scrolls sideways, at the bottom of what is seen; has one child, which is as wide as what it scrolls. */
  readonly bar: HTMLElement;
  /** What scrolls the files. */
  readonly root: HTMLElement;
  readonly viewer: DiffViewer;
}

/**
 * Scrolls the file sideways that goes on below what is seen: the scrollbar of its own stands at its end, which may be far.
 * @returns what ends it
 */
export const scrollSideways = ({ bar, root, viewer }: SideScrollOptions): (() => void) => {
  let code: HTMLElement | undefined;
  let frame: number | undefined;
  const look = () => {
    frame = undefined;
    code = codeBelow(root);
    const hidden = code === undefined ? 0 : code.scrollWidth - code.clientWidth;
    bar.hidden = hidden < 1;
    if (code === undefined || bar.hidden) return;
    const [content] = bar.children;
    if (content instanceof HTMLElement) content.style.width = `${bar.clientWidth + hidden}px`;
    bar.scrollLeft = code.scrollLeft;
  };
  const soon = () => (frame ??= requestAnimationFrame(look));
  const ending = new AbortController();
  const { signal } = ending;
  const lead = () => {
    if (code !== undefined) code.scrollLeft = bar.scrollLeft;
  };
  bar.addEventListener('scroll', lead, { signal });
  // What happens in a shadow root is not told outside of it, but these lead to it.
  for (const type of ['wheel', 'touchmove', 'keyup', 'pointerup'])
    root.addEventListener(type, soon, { passive: true, signal });
  const observer = new ResizeObserver(soon);
  observer.observe(root);
  const endings = [viewer.codeView.subscribeToScroll(soon), viewer.slots.subscribe(soon)];
  soon();
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    observer.disconnect();
    ending.abort();
    for (const end of endings) end();
    bar.hidden = true;
  };
};

/** The column that hides the most, of the file that goes on below what is seen. */
const codeBelow = (root: HTMLElement): HTMLElement | undefined => {
  const { bottom } = root.getBoundingClientRect();
  for (const file of root.querySelectorAll('diffs-container')) {
    const rect = file.getBoundingClientRect();
    if (rect.top >= bottom || rect.bottom <= bottom) continue;
    const columns = [...(file.shadowRoot?.querySelectorAll<HTMLElement>('[data-code]') ?? [])];
    return columns.toSorted((a, b) => b.scrollWidth - a.scrollWidth)[0];
  }
  return undefined;
};
