/** Where the keyboard reads: the code, the block that it is at, else the content as a whole. */
export const readingPlace = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('.diff-view') ??
  document.querySelector<HTMLElement>('.block[tabindex="0"]') ??
  document.querySelector<HTMLElement>('main');

/** What may have the keyboard in place of something in it; code and tables only have it to be scrolled sideways. */
export const placesToRead = '[tabindex]:not(main, pre, table)';

/** Gives the keyboard to what an element stands in, else to where it reads. */
export const focusAround = (element: Element | null): void => {
  const around = element?.parentElement?.closest<HTMLElement>(placesToRead);
  (around ?? readingPlace())?.focus({ preventScroll: true });
};
