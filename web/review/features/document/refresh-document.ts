import { refresh } from '../../protocol/refresh.ts';
import type { Page } from '../../ui/page.ts';
import { blocksOf } from '../../store/content-slice.ts';
import { commentsAnew, editorsAnew } from './place-anew.ts';
import { sameBlock } from './same-block.ts';

/** Shows the document as it is on the disk now; comments and editors are placed in it anew, and none is lost. */
export const refreshDocument = (page: Page): Promise<void> =>
  refresh(page, {
    load: () => page.client.getPlan(),
    show: (document) => {
      const { comments, editors, content, selection } = page.store.getState();
      const before = blocksOf(content);
      const at = before.findIndex(({ id }) => id === selection.currentBlockId);
      const current = sameBlock(before, at, document.blocks);
      return [
        { type: 'content/document', document },
        { type: 'comments/replaced', comments: commentsAnew(comments, document.blocks) },
        { type: 'editors/replaced', editors: editorsAnew(editors, document.blocks) },
        { type: 'selection/passage', passage: undefined },
        { type: 'selection/pointed', place: undefined },
        ...(current === undefined
          ? []
          : [{ type: 'selection/currentBlock', blockId: current.id, item: undefined } as const]),
      ];
    },
  });
