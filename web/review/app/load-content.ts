import type { DiffAnswer } from '../../../shared/session/content.ts';
import { isEnded } from '../store/is-ended.ts';
import type { Page } from '../ui/page.ts';
import type { State } from '../store/state.ts';

let underWay: Promise<void> | undefined;

/**
 * Fetches what is reviewed, once its preparation is ready and as long as it is not here. The page and its event stream
 * may both ask: it is fetched once, so that a second answer does not undo what the reviewer did after the first.
 */
export const loadContent = async (page: Page): Promise<void> => {
  // One that has nothing to fetch is not under way: what is said right behind it may be that it is ready.
  if (!isWanted(page.store.getState())) return;
  await (underWay ??= load(page).finally(() => {
    underWay = undefined;
  }));
};

const isWanted = ({ session, content }: State): boolean => {
  const here = session.info?.mode === 'review' ? content.diff : content.document;
  return session.preparation.state === 'ready' && here?.preparation.state !== 'ready';
};

const load = async ({ store, client, colours }: Page): Promise<void> => {
  if (store.getState().session.info?.mode === 'review') {
    const isOver = isEnded(store.getState());
    if (!isOver) colours.ask();
    const [answer, viewed] = await Promise.all([
      client.getDiff(),
      isOver ? undefined : client.getViewed(),
    ]);
    if (viewed?.kind === 'ok')
      store.dispatch({ type: 'viewed/loaded', digests: viewed.value.digests });
    if (answer.kind === 'ok')
      store.dispatch({
        type: 'content/diff',
        diff: isOver ? patchAlone(answer.value) : answer.value,
      });
    else store.dispatch({ type: 'content/failed', sentence: answer.sentence });
    return;
  }
  const answer = await client.getPlan();
  if (answer.kind === 'ok') store.dispatch({ type: 'content/document', document: answer.value });
  else store.dispatch({ type: 'content/failed', sentence: answer.sentence });
};

/** What is left of a change whose review has ended: its patch. Nothing more can be had, and nothing ticked as viewed. */
const patchAlone = (diff: DiffAnswer): DiffAnswer => ({
  ...diff,
  source: 'patch',
  files: diff.files.map(({ oldBlob: _old, newBlob: _new, digest: _digest, ...file }) => file),
});
