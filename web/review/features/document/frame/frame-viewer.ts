import type { Block } from '../../../../../shared/placement/blocks.ts';
import { rangesOf } from '../../../store/comments/passage.ts';
import type { Page, Viewer } from '../../../ui/page.ts';
import { openElsewhere } from '../documents/open-elsewhere.ts';
import type { FrameChannel } from './frame-channel.ts';
import { indexOf } from './frame-marks.ts';

interface FrameViewerOptions {
  readonly page: Page;
  readonly blocks: readonly Block[];
  readonly send: FrameChannel['send'];
  readonly refresh: (page: Page, isMade?: boolean) => Promise<void>;
}

/** The interface of an HTML document in its frame for commands. */
export const frameViewer = ({ page, blocks, send, refresh }: FrameViewerOptions): Viewer => {
  const { store } = page;
  const indices = indexOf(blocks);
  const show = (blockId: string, start = 0, end = Infinity): void => {
    const block = indices.get(blockId);
    const length = blocks[block ?? -1]?.text.length ?? 0;
    if (block !== undefined) send({ type: 'show', block, start, end: Math.min(end, length) });
  };
  const goToBlock = (blockId: string): void => {
    store.dispatch({ type: 'selection/currentBlock', blockId, item: undefined });
    show(blockId);
  };
  const current = (): number => indices.get(store.getState().selection.currentBlockId ?? '') ?? -1;
  const begin = (): void => {
    const [first] = blocks;
    if (current() < 0 && first !== undefined)
      store.dispatch({ type: 'selection/currentBlock', blockId: first.id });
  };
  const stepTo = (direction: 1 | -1, isWanted: (block: Block) => boolean): void => {
    for (let at = current() + direction; at >= 0 && at < blocks.length; at += direction) {
      const block = blocks[at];
      if (block === undefined || !isWanted(block)) continue;
      goToBlock(block.id);
      return;
    }
  };
  return {
    begin,
    goToBlock,
    step: (direction) => stepTo(direction, () => true),
    leap: (direction) => stepTo(direction, ({ kind }) => kind === 'heading'),
    reveal: (item) => {
      if ('scope' in item || item.blockId === undefined) return;
      const { blockId } = item;
      const file = 'source' in item ? item.filePath : item.file;
      if (openElsewhere(page, { file, blockId }, () => page.viewer.current()?.reveal(item))) return;
      if ('source' in item)
        store.dispatch({
          type: 'selection/blockOpened',
          blockId: item.blockId,
          findings: [...(store.getState().selection.openBlocks.get(item.blockId) ?? []), item.id],
        });
      const [range] = rangesOf(item, blocks);
      if (range !== undefined) show(range.block.id, range.start, range.end);
    },
    goToHit: (hit) => {
      if (hit.kind === 'text') show(hit.blockId, hit.start, hit.start + 1);
    },
    hitPlaces: () => [],
    refresh: (isMade) => refresh(page, isMade),
  };
};
