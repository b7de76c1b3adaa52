import type { Page } from '../../ui/page.ts';

/** Puts the keyboard into the filter of the file tree, which is shown for that; Enter goes to the first that matches. */
export const goToFile = ({ store }: Pick<Page, 'store'>): void => {
  store.dispatch({ type: 'panel/outline', isOpen: true });
  // A tree that was hidden is there with the next frame.
  requestAnimationFrame(() => {
    const filter = document.querySelector<HTMLInputElement>('.diff-tree-filter input');
    filter?.focus();
    filter?.select();
  });
};
