import { texts } from '../../texts/texts.ts';
import { randomId } from '../ids.ts';
import type { Page } from '../page.ts';
import type { State } from '../store/state.ts';
import { commentsAnew, editorsAnew } from './place-anew.ts';

/** Whether there is a newer content than the one that is shown. */
export const hasNewer = ({ content: { document }, freshness }: State): boolean =>
  document !== undefined && (freshness.isStale || freshness.newestVersion > document.version);

/**
 * Shows the content as it is on the disk now. To be called only when the reviewer asks for it: comments and editors
 * are placed in it anew, and nothing that was written is lost.
 */
export const refreshContent = async ({ store, client }: Page): Promise<void> => {
  if (store.getState().freshness.isRefreshing) return;
  store.dispatch({ type: 'freshness/refreshing', isRefreshing: true });
  const read = store.getState().freshness.isStale ? await client.refresh() : undefined;
  const answer = read === undefined || read.kind === 'ok' ? await client.getPlan() : read;
  if (answer.kind !== 'ok' || !('blocks' in answer.value)) {
    const sentence = answer.kind === 'ok' ? '' : answer.sentence;
    store.dispatch(
      { type: 'freshness/refreshing', isRefreshing: false },
      {
        type: 'notices/shown',
        notice: { id: randomId(), text: texts().document.notRefreshed(sentence) },
      },
    );
    return;
  }
  const { comments, editors } = store.getState();
  const { blocks } = answer.value;
  store.dispatch(
    { type: 'content/document', document: answer.value },
    { type: 'freshness/refreshing', isRefreshing: false },
    { type: 'comments/replaced', comments: commentsAnew(comments, blocks) },
    { type: 'editors/replaced', editors: editorsAnew(editors, blocks) },
    { type: 'selection/passage', passage: undefined },
  );
};
