import type { Page } from '../page.ts';

let underWay: Promise<void> | undefined;

/**
 * Fetches what is reviewed, once its preparation is ready and as long as it is not here. The page and its event stream
 * may both ask: it is fetched once, so that a second answer does not undo what the reviewer did after the first.
 */
export const loadContent = (page: Page): Promise<void> =>
  (underWay ??= load(page).finally(() => {
    underWay = undefined;
  }));

const load = async ({ store, client }: Page): Promise<void> => {
  const { session, content } = store.getState();
  if (session.preparation.state !== 'ready') return;
  if (session.info?.mode === 'review') {
    if (content.diff?.preparation.state === 'ready') return;
    const [answer, viewed] = await Promise.all([client.getDiff(), client.getViewed()]);
    if (viewed.kind === 'ok')
      store.dispatch({ type: 'viewed/loaded', digests: viewed.value.digests });
    if (answer.kind === 'ok') store.dispatch({ type: 'content/diff', diff: answer.value });
    else store.dispatch({ type: 'content/failed', sentence: answer.sentence });
    return;
  }
  if (content.document?.preparation.state === 'ready') return;
  const answer = await client.getPlan();
  if (answer.kind === 'ok') store.dispatch({ type: 'content/document', document: answer.value });
  else store.dispatch({ type: 'content/failed', sentence: answer.sentence });
};
