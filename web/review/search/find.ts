import { occurrences } from '../../../shared/search-text.ts';
import type { Page } from '../page.ts';
import { blocksOf } from '../store/content-slice.ts';
import type { Hit } from '../store/search-slice.ts';

/** The pause in typing after which is searched. */
const pauseMs = 120;
/** A longer query finds what its beginning finds. */
const longest = 200;

/** As many places of a document as are counted one by one. */
const maxHits = 5000;

let pending: AbortController | undefined;

/** Seeks another text; what was sought before is given up. */
export const seek = (page: Page, text: string): void => {
  pending?.abort();
  const query = text.slice(0, longest);
  page.store.dispatch({ type: 'search/query', query });
  if (query === '') return;
  const { signal } = (pending = new AbortController());
  setTimeout(() => {
    if (!signal.aborted) void find(page, query, signal);
  }, pauseMs);
};

const find = async (page: Page, query: string, signal: AbortSignal): Promise<void> => {
  const { store, client } = page;
  const { content } = store.getState();
  if (content.diff === undefined) {
    const hits = hitsInText(page, query);
    const total = hits.length;
    store.dispatch({ type: 'search/found', query, hits: hits.slice(0, maxHits), total });
    return;
  }
  const answer = await client.searchDiff(
    query,
    content.isWhitespaceHidden ? 'hide' : 'show',
    signal,
  );
  if (signal.aborted) return;
  if (answer.kind !== 'ok') {
    store.dispatch({ type: 'search/failed', query });
    return;
  }
  const hits = answer.value.hits.map(([fileId, side, line, start]): Hit => ({
    kind: 'line',
    fileId,
    side,
    line,
    start,
  }));
  store.dispatch({ type: 'search/found', query, hits, total: answer.value.total });
};

const hitsInText = ({ store }: Page, query: string): Hit[] =>
  blocksOf(store.getState().content).flatMap(({ id, text }) =>
    occurrences(text, query).map((start): Hit => ({ kind: 'text', blockId: id, start })),
  );

/** Leads to the next or previous hit; behind the last comes the first. */
export const stepHit = ({ store, viewer }: Page, direction: 1 | -1): void => {
  const { hits, at } = store.getState().search;
  if (hits.length === 0) return;
  const from = at < 0 && direction < 0 ? 0 : at;
  const next = (from + direction + hits.length) % hits.length;
  const hit = hits[next];
  if (hit === undefined) return;
  store.dispatch({ type: 'search/at', at: next });
  viewer.current()?.goToHit(hit);
};
