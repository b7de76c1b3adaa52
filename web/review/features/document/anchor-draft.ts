import type { QuotedPassage } from '../../../../shared/placement/anchor-passages.ts';
import { isLoaded, loadedBlocks } from '../../store/content-slice.ts';
import { rangesOf } from '../../store/comments/passage.ts';
import type { State } from '../../store/state.ts';
import type { Page } from '../../ui/page.ts';
import { anchorsOf, moveWords, passagesIn } from './anchor-words.ts';

/**
 * A draft of an earlier session may be about another text: finds the new places of comments that are not where they say,
 * as they come and as documents are opened. What is found nowhere stays, with its quote.
 * @returns a function that stops
 */
export const anchorDraft = ({ store }: Pick<Page, 'store'>): (() => void) => {
  let last: readonly unknown[] = [];
  /** Looked at already: typing must not look at all of them again. */
  let seen = new WeakSet<QuotedPassage>();
  let isRunning = false;

  const run = async (): Promise<void> => {
    const { content } = store.getState();
    const after = loadedBlocks(content);
    const unseen = passagesIn(store.getState()).filter((passage) => !seen.has(passage));
    for (const passage of unseen) seen.add(passage);
    const lost = unseen.filter(
      (passage) => isHere(passage, content) && rangesOf(passage, after).length === 0,
    );
    if (lost.length === 0) return;
    const anchors = await anchorsOf(lost, { before: [], after });
    if (loadedBlocks(store.getState().content) === after)
      store.dispatch(...moveWords(store.getState(), anchors, after));
  };

  const look = (): void => {
    const { comments, editors, content, freshness } = store.getState();
    const now = [comments, editors, content.document];
    if (isRunning || freshness.isRefreshing || now.every((one, index) => one === last[index]))
      return;
    if (content.document !== last[2]) seen = new WeakSet();
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
