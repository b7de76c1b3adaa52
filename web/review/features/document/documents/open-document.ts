import { flushSync } from 'react-dom';
import { blocksOf, isLoaded } from '../../../store/content-slice.ts';
import { noticeOf } from '../../../store/notices-slice.ts';
import type { Page } from '../../../ui/page.ts';

/** The request of each page that is under way: a later one wins. */
const asked = new WeakMap<Page, string>();

/** Shows one of many documents, and then goes on, unless another one was chosen meanwhile. */
export const openDocument = async (page: Page, file: string, then?: () => void): Promise<void> => {
  const { store, client } = page;
  asked.set(page, file);
  if (isLoaded(store.getState().content, file))
    flushSync(() => store.dispatch({ type: 'content/opened', file }));
  else {
    const answer = await client.call('getPlan', { query: { file } });
    if (asked.get(page) !== file) return;
    if (answer.kind === 'refused')
      flushSync(() => store.dispatch({ type: 'content/opened', file, notShown: answer.sentence }));
    else if (answer.kind !== 'ok') store.dispatch(noticeOf(answer.sentence));
    if (answer.kind !== 'ok') return;
    const { value: opened } = answer;
    const { version } = opened;
    if (version !== versionIn(page)) {
      // Another tab has had all of them read again.
      await page.viewer.current()?.refresh();
      if (version === versionIn(page)) await openDocument(page, file, then);
      return;
    }
    flushSync(() => store.dispatch({ type: 'content/opened', file, opened }));
  }
  // The scroller and the cursor are the same for all documents.
  document.querySelector('.content')?.scrollTo(0, 0);
  const [first] = blocksOf(store.getState().content);
  if (first !== undefined) store.dispatch({ type: 'selection/currentBlock', blockId: first.id });
  then?.();
};

const versionIn = ({ store }: Page): number | undefined =>
  store.getState().content.document?.version;
