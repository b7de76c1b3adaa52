import type { TextEdit } from '../../../../../shared/session/source.ts';
import { importModule } from '../../../../shell/import-module.ts';
import type { Page } from '../../../ui/page.ts';

/** Keeps unsaved edits true to the texts that are shown: an edit of an earlier text is merged with it, or marked. */
export const watchEdits = (page: Page): void => {
  const { store } = page;
  let last: readonly unknown[] = [];
  /** Compared with this version already: what that makes of an edit is not compared again. */
  let seen = new WeakSet<TextEdit>();
  let isRunning = false;

  const look = (): void => {
    const { draft, content, freshness, panel } = store.getState();
    const now = [draft.edits, content.document?.version];
    if (isRunning || now[1] === undefined || draft.edits.length === 0) return;
    // The editor merges by itself what it shows.
    if (freshness.isRefreshing || panel.dialog === 'edit') return;
    if (now.every((one, index) => one === last[index])) return;
    if (now[1] !== last[1]) seen = new WeakSet();
    last = now;
    isRunning = true;
    void importModule(() => import('./update-edits.ts'))
      .then(({ updateEdits }) => updateEdits(page, seen))
      // The server is gone: nothing can be sent either.
      .catch(() => undefined)
      .finally(() => {
        isRunning = false;
        look();
      });
  };
  look();
  store.subscribe(look);
};
