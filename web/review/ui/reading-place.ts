/** The element for keyboard scrolling: the diff, the current block or the main content. */
export const readingPlace = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('.diff-view') ??
  document.querySelector<HTMLElement>('.block[tabindex="0"]') ??
  document.querySelector<HTMLElement>('main');

/** Focusable containers that may receive the focus of a descendant; code and tables are focusable only to scroll. */
export const placesToRead = '[tabindex]:not(main, pre, table)';

/** Focuses the closest focusable ancestor, or the content. */
export const focusAround = (element: Element | null): void => {
  const around = element?.parentElement?.closest<HTMLElement>(placesToRead);
  (around ?? readingPlace())?.focus({ preventScroll: true });
};
