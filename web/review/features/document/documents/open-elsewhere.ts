import type { Page } from '../../../ui/page.ts';

/** A block of a document; without a file, of the one that is shown. */
interface BlockPlace {
  readonly file: string | undefined;
  readonly blockId?: string | undefined;
}

/**
 * If a place is in another of many documents than the one shown, opens that and then goes on.
 * @returns whether it is
 */
export const openElsewhere = (page: Page, place: BlockPlace, then?: () => void): boolean => {
  const { file, blockId } = place;
  const { store, viewer } = page;
  const { file: shown } = store.getState().content;
  if (shown === undefined || file === undefined || file === shown) return false;
  void import('./open-document.ts').then(({ openDocument }) =>
    openDocument(page, file, () => {
      // The frame of an HTML document begins at the cursor.
      if (viewer.current() === undefined && blockId !== undefined)
        store.dispatch({ type: 'selection/currentBlock', blockId });
      then?.();
    }),
  );
  return true;
};
