import { importModule } from '../../../shell/import-module.ts';
import type { Page, Search } from '../../ui/page.ts';

/** Debounce while typing. */
const pauseMs = 120;
/** Longer queries are truncated. */
const longest = 200;

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
        const { signal } = abort;
        void importModule(() => import('./find-hits.ts'))
          .then(({ findHits }) => findHits({ store, client }, query, signal))
          .catch(() => store.dispatch({ type: 'search/failed', query }))
          .then(() => {
            if (signal.aborted) return;
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

/** Where a step starts: the current hit, or the reading position. */
const startOf = ({ store, viewer }: Pick<Parts, 'store' | 'viewer'>, by: number): number => {
  const { hits, at } = store.getState().search;
  if (at >= 0) return at;
  const first = viewer.current()?.firstHitFromHere?.(hits) ?? 0;
  return by < 0 ? first : first - 1;
};
