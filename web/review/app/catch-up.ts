import { shownVersion } from '../store/content-slice.ts';
import type { Page } from '../ui/page.ts';

/** Of each page that does so now. */
const running = new WeakMap<Page, Promise<void>>();

/**
 * Shows the session's current content, as a refresh does, since another page or a program has had it read again: all
 * pages show the same, so that the places of comments mean the same in each.
 */
export const catchUp = (page: Page): Promise<void> => {
  const done =
    running.get(page) ??
    showCurrent(page).finally(() => {
      running.delete(page);
    });
  running.set(page, done);
  return done;
};

const showCurrent = async (page: Page): Promise<void> => {
  const shown = () => shownVersion(page.store.getState().content);
  for (;;) {
    await steady(page);
    const before = shown();
    const { newestVersion } = page.store.getState().freshness;
    if (before === undefined || newestVersion <= before) return;
    await page.viewer.current()?.refresh(true);
    // It could not be loaded, which the page has said, or is not drawn yet.
    if (shown() === before) return;
  }
};

/** Resolves once no refresh is under way. */
const steady = ({ store }: Page): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (store.getState().freshness.isRefreshing) return;
      stop();
      resolve();
    };
    const stop = store.subscribe(look);
    look();
  });
