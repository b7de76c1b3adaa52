import { occurrences } from '../../../../shared/search-text.ts';
import type { Page, Search } from '../../ui/page.ts';
import { blocksOf } from '../../store/content-slice.ts';
import type { Hit } from '../../store/search-slice.ts';
import type { State } from '../../store/state.ts';

/** Debounce while typing. */
const pauseMs = 120;
/** Longer queries are truncated. */
const longest = 200;

/** Limit of hits in a document. */
const maxHits = 5000;

interface Pending {
  /** Skips the debounce. */
  readonly begin: () => void;
  readonly giveUp: () => void;
  /** Steps requested meanwhile. */
  steps: number;
}

type Parts = Pick<Page, 'store' | 'client' | 'viewer'>;

/** Searches the content. */
export const createSearch = ({ store, client, viewer }: Parts): Search => {
  let pending: Pending | undefined;

  const seekAfterPause = (query: string): Pending => {
    const abort = new AbortController();
    const search: Pending = {
      begin: () => {
        if (timer === undefined) return;
        clearTimeout(timer);
        timer = undefined;
        void find({ store, client }, query, abort.signal).then(() => {
          if (abort.signal.aborted) return;
          pending = undefined;
          if (search.steps !== 0 && store.getState().search.state === 'found') step(search.steps);
        });
      },
      giveUp: () => {
        clearTimeout(timer);
        abort.abort();
      },
      steps: 0,
    };
    let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(search.begin, pauseMs);
    return search;
  };

  const seek = (text: string): void => {
    pending?.giveUp();
    const query = text.slice(0, longest);
    store.dispatch({ type: 'search/query', query });
    pending = query === '' ? undefined : seekAfterPause(query);
  };

  const step = (by: number): void => {
    const { query, state, hits } = store.getState().search;
    if (state === 'failed') seek(query);
    if (pending !== undefined) {
      pending.steps += by;
      pending.begin();
      return;
    }
    if (hits.length === 0) return;
    const next =
      (((startOf({ store, viewer }, by) + by) % hits.length) + hits.length) % hits.length;
    const hit = hits[next];
    if (hit === undefined) return;
    store.dispatch({ type: 'search/at', at: next });
    viewer.current()?.goToHit(hit);
  };

  return { seek, step };
};

const find = async (
  { store, client }: Pick<Parts, 'store' | 'client'>,
  query: string,
  signal: AbortSignal,
): Promise<void> => {
  const { content } = store.getState();
  if (content.diff === undefined) {
    const hits = hitsInText(content, query);
    const total = hits.length;
    store.dispatch({ type: 'search/found', query, hits: hits.slice(0, maxHits), total });
    return;
  }
  const answer = await client.call('searchDiff', {
    query: { q: query, whitespace: content.whitespace },
    signal,
  });
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

const hitsInText = (content: State['content'], query: string): Hit[] =>
  blocksOf(content).flatMap(({ id, text }) =>
    occurrences(text, query).map((start): Hit => ({ kind: 'text', blockId: id, start })),
  );

/** Where a step starts: the current hit, or the reading position. */
const startOf = ({ store, viewer }: Pick<Parts, 'store' | 'viewer'>, by: number): number => {
  const { hits, at } = store.getState().search;
  if (at >= 0) return at;
  const first = viewer.current()?.firstHitFromHere?.(hits) ?? 0;
  return by < 0 ? first : first - 1;
};
