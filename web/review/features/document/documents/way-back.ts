import type { Page } from '../../../ui/page.ts';
import { openDocument } from './open-document.ts';

/** What an entry of the browser's history shows. */
interface Place {
  /** A document, if there are many. */
  readonly file: string | undefined;
  /** The block with the link that was followed, and how far the text was scrolled. */
  readonly block?: string | undefined;
  readonly top: number;
}

const followed = new WeakSet<Page>();

/** Before a link to a document is followed: lets the browser's Back lead to what is shown now. */
export const keepWayBack = (page: Page, link: Element, file: string): void => {
  const current = page.store.getState().content.file;
  const block = link.closest<HTMLElement>('[data-block]')?.dataset['block'];
  const now: Place = { file: current, block, top: scroller()?.scrollTop ?? 0 };
  const next: Place = { file: current === undefined ? undefined : file, top: 0 };
  history.replaceState(now, '');
  history.pushState(next, '');
  if (followed.has(page)) return;
  followed.add(page);
  addEventListener('popstate', ({ state }) => {
    if (isPlace(state)) void goTo(page, state);
  });
};

const isPlace = (state: unknown): state is Place =>
  typeof state === 'object' && state !== null && 'top' in state;

const goTo = async (page: Page, { file, block, top }: Place): Promise<void> => {
  const show = () => {
    // Renders all blocks up to it.
    if (block !== undefined) page.viewer.current()?.goToBlock?.(block);
    scroller()?.scrollTo(0, top);
  };
  if (file === undefined || file === page.store.getState().content.file) show();
  else await openDocument(page, file, show);
};

const scroller = (): Element | null => document.querySelector('.content');
