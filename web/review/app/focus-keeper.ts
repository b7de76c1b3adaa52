import { placesToRead } from '../ui/reading-place.ts';

/**
 * When what has the focus goes, is disabled or is no longer shown, what it stood in gets the focus, else the place where
 * the keyboard reads: it is never lost to the whole page.
 */
export const keepFocus = (readingPlace: () => HTMLElement | null): void => {
  let last: HTMLElement | undefined;
  /** What it stands in, from the inside. It is of no use to ask for that once it is gone. */
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
  // At once: the next key may be pressed already.
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
