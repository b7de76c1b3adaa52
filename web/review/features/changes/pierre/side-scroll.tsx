import { useEffect, useRef } from 'react';
import type { DiffViewer } from './diff-viewer.ts';

interface SideScrollProps {
  /** The scroller. */
  readonly root: HTMLElement | null;
  readonly viewer: DiffViewer | undefined;
}

/** A horizontal scrollbar for the file that extends below the viewport, since its own is at its end. */
export const SideScroll = ({ root, viewer }: SideScrollProps) => {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      root === null || viewer === undefined || bar.current === null
        ? undefined
        : scrollSideways(bar.current, root, viewer),
    [root, viewer],
  );
  return (
    <div ref={bar} className="diff-side-scroll" tabIndex={-1} hidden>
      <div />
    </div>
  );
};

/** @returns a cleanup function */
const scrollSideways = (bar: HTMLElement, root: HTMLElement, viewer: DiffViewer): (() => void) => {
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
  // Events inside a shadow root do not reach us, but these precede them.
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

/** The column with the widest overflow, of the file that extends below the viewport. */
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
