import { placesToRead } from '../ui/reading-place.ts';

/**
 * When the focused element is removed, disabled or hidden, moves the focus to its closest remaining ancestor, or to the
 * content, so that it is never lost to the body.
 */
export const keepFocus = (readingPlace: () => HTMLElement | null): void => {
  let last: HTMLElement | undefined;
  /** Focusable ancestors, innermost first. Recorded in advance, since a removed element has none. */
  let around: readonly HTMLElement[] = [];

  const look = () => {
    if (document.activeElement !== document.body || last === undefined || isThere(last)) return;
    const next = around.find(isThere) ?? readingPlace();
    next?.focus({ preventScroll: true });
  };
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    last = target;
    around = focusableAround(target);
  });
  document.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget === null) requestAnimationFrame(look);
  });
  // Immediately, since the next key may already be pressed.
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
};

const isThere = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility();

const focusableAround = (element: HTMLElement): HTMLElement[] => {
  const found: HTMLElement[] = [];
  for (
    let at = element.parentElement?.closest<HTMLElement>(placesToRead);
    at !== null && at !== undefined;
    at = at.parentElement?.closest<HTMLElement>(placesToRead)
  )
    found.push(at);
  return found;
};
