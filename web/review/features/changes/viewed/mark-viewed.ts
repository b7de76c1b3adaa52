import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { ViewedChange } from '../../../../../shared/session/viewed.ts';
import { texts } from '../../../../shell/texts/texts.ts';
import type { Page } from '../../../ui/page.ts';
import type { Action } from '../../../store/state.ts';
import { noticeOf } from '../../../store/notices-slice.ts';

type Parts = Pick<Page, 'store' | 'client'>;

/** The latest change of each digest that the server has not confirmed. */
const own = new Map<string, ViewedChange>();
/** Events received while a request is pending; its response may be older or newer. */
let heard: ViewedChange[] = [];
/** Number of pending requests. */
let asked = 0;
let before: Promise<unknown> = Promise.resolve();

/** Marks a file as viewed or not, optimistically, and stores that on the server. */
export const markViewed = (page: Parts, { digest }: ChangedFile, isViewed: boolean): void => {
  if (digest === undefined) return;
  const { store, client } = page;
  const change = { digests: [digest], isViewed };
  own.set(digest, change);
  store.dispatch(changed(change));
  ask(page, async () => {
    const answer = await client.call('changeViewed', { body: change });
    if (answer.kind !== 'ok')
      store.dispatch(noticeOf(texts().changes.viewedNotKept(answer.sentence)));
    else if (own.get(digest) === change) own.delete(digest);
  });
};

/** Applies a change from any tab, including this one. */
export const receiveViewed = (page: Parts, change: ViewedChange): void => {
  heard.push(change);
  if (asked === 0) showHeard(page);
};

/** Reloads the viewed files after a lost connection, keeping unconfirmed changes. */
export const reloadViewed = (page: Parts): void => {
  ask(page, async () => {
    const answer = await page.client.call('getViewed');
    if (answer.kind !== 'ok') return;
    const { digests } = answer.value;
    page.store.dispatch({ type: 'viewed/loaded', digests }, ...[...own.values()].map(changed));
  });
};

const changed = (change: ViewedChange): Action => ({ type: 'viewed/changed', ...change });

/** Sends requests one at a time, so that the last change wins; applies events received meanwhile afterwards. */
const ask = (page: Parts, request: () => Promise<void>): void => {
  asked += 1;
  before = before.then(request).then(() => {
    asked -= 1;
    if (asked === 0) showHeard(page);
  });
};

const showHeard = ({ store }: Parts): void => {
  for (const digest of heard.flatMap(({ digests }) => digests)) own.delete(digest);
  store.dispatch(...heard.map(changed));
  heard = [];
};
