import type { QuotedPassage } from '../../../../shared/placement/anchor-passages.ts';
import { isLoaded, loadedBlocks } from '../../store/content-slice.ts';
import { rangesOf } from '../../store/comments/passage.ts';
import type { State } from '../../store/state.ts';
import type { Page } from '../../ui/page.ts';
import { anchorsIn, moveWords, passagesIn } from './anchor-words.ts';

/**
 * A draft of an earlier session may be about another text: finds the new places of comments that are not where they say,
 * as they come and as documents are opened. What is found nowhere stays, with its quote.
 * @returns a function that stops
 */
export const anchorDraft = ({ store }: Pick<Page, 'store'>): (() => void) => {
  let last: readonly unknown[] = [];
  let tried = new WeakSet<QuotedPassage>();
  let isRunning = false;

  const run = async (): Promise<void> => {
    const { content } = store.getState();
    const after = loadedBlocks(content);
    const isLost = (passage: QuotedPassage): boolean =>
      isHere(passage, content) && !tried.has(passage) && rangesOf(passage, after).length === 0;
    if (!passagesIn(store.getState()).some(isLost)) return;
    const anchors = await anchorsIn({ store }, { before: [], after, isWanted: isLost });
    for (const passage of anchors.keys()) tried.add(passage);
    if (loadedBlocks(store.getState().content) === after)
      store.dispatch(...moveWords(store.getState(), anchors, after));
  };

  const look = (): void => {
    const { comments, editors, content, freshness } = store.getState();
    const now = [comments, editors, content.document];
    if (isRunning || freshness.isRefreshing || now.every((one, index) => one === last[index]))
      return;
    if (content.document !== last[2]) tried = new WeakSet();
    last = now;
    isRunning = true;
    void run().finally(() => {
      isRunning = false;
      look();
    });
  };
  look();
  return store.subscribe(look);
};

const isHere = ({ file }: QuotedPassage, content: State['content']): boolean =>
  file === undefined || isLoaded(content, file);
