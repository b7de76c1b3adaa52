/** Where the keyboard reads: the code, the block that it is at, else the content as a whole. */
export const readingPlace = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('.diff-view') ??
  document.querySelector<HTMLElement>('.block[tabindex="0"]') ??
  document.querySelector<HTMLElement>('main');

/** Gives the keyboard to what an element stands in, else to where it reads. */
export const focusAround = (element: Element | null): void => {
  const around = element?.parentElement?.closest<HTMLElement>('[tabindex]:not(main)');
  (around ?? readingPlace())?.focus({ preventScroll: true });
};
