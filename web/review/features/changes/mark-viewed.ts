import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import type { ViewedChange } from '../../../../shared/session/viewed.ts';
import { texts } from '../../../shell/texts/texts.ts';
import type { Page } from '../../ui/page.ts';
import type { Action } from '../../store/state.ts';
import { noticeOf } from '../../store/notices-slice.ts';

type Parts = Pick<Page, 'store' | 'client'>;

/** What this page has changed last of each digest and the server has not kept: it is on its way, or holds only here. */
const own = new Map<string, ViewedChange>();
/** What was heard while something was asked, whose answer may be older or newer. */
let heard: ViewedChange[] = [];
/** How many answers are awaited. */
let asked = 0;
let before: Promise<unknown> = Promise.resolve();

/** Ticks a file as viewed, or takes that back: here at once, and for when the review is opened again. */
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

/** Shows what a tab, maybe this one, has ticked or taken back. */
export const receiveViewed = (page: Parts, change: ViewedChange): void => {
  heard.push(change);
  if (asked === 0) showHeard(page);
};

/** Shows what was ticked while this page did not hear of it; what holds only here goes on to hold. */
export const reloadViewed = (page: Parts): void => {
  ask(page, async () => {
    const answer = await page.client.call('getViewed');
    if (answer.kind !== 'ok') return;
    const { digests } = answer.value;
    page.store.dispatch({ type: 'viewed/loaded', digests }, ...[...own.values()].map(changed));
  });
};

const changed = (change: ViewedChange): Action => ({ type: 'viewed/changed', ...change });

/** One request after the other, so that of two ticks the later one holds; what was heard meanwhile comes behind them. */
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
