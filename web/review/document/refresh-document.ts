import { refresh } from '../freshness/refresh.ts';
import type { Page } from '../page.ts';
import { commentsAnew, editorsAnew } from './place-anew.ts';

/** Shows the document as it is on the disk now; comments and editors are placed in it anew, and none is lost. */
export const refreshDocument = (page: Page): Promise<void> =>
  refresh(page, {
    load: () => page.client.getPlan(),
    show: (document) => {
      const { comments, editors } = page.store.getState();
      return [
        { type: 'content/document', document },
        { type: 'comments/replaced', comments: commentsAnew(comments, document.blocks) },
        { type: 'editors/replaced', editors: editorsAnew(editors, document.blocks) },
        { type: 'selection/passage', passage: undefined },
      ];
    },
  });
