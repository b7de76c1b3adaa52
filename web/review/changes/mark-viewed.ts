import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import { texts } from '../../texts/texts.ts';
import { randomId } from '../ids.ts';
import type { Page } from '../page.ts';

/** Ticks a file as viewed, or takes that back: here at once, and for when the review is opened again. */
export const markViewed = (
  { store, client }: Pick<Page, 'store' | 'client'>,
  { digest }: ChangedFile,
  isViewed: boolean,
): void => {
  if (digest === undefined) return;
  const change = { digests: [digest], isViewed };
  store.dispatch({ type: 'viewed/changed', ...change });
  void client.changeViewed(change).then((answer) => {
    if (answer.kind !== 'ok')
      store.dispatch({
        type: 'notices/shown',
        notice: { id: randomId(), text: texts().changes.viewedNotKept(answer.sentence) },
      });
  });
};
