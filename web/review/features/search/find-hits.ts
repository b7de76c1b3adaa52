import { occurrences } from '../../../../shared/search-text.ts';
import { blocksOf } from '../../store/content-slice.ts';
import type { Hit } from '../../store/search-slice.ts';
import type { State } from '../../store/state.ts';
import type { Page } from '../../ui/page.ts';

/** Limit of hits in a document. */
const maxHits = 5000;

/** Searches the content on the server, or a document in the page. */
export const findHits = async (
  { store, client }: Pick<Page, 'store' | 'client'>,
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
