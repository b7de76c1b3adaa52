import { texts } from '../../shell/texts/texts.ts';
import type { Answer } from '../../shell/api-client.ts';
import type { Action, WithStore } from '../store/state.ts';
import type { SessionClient } from './session-client.ts';
import { noticeOf } from '../store/notices-slice.ts';

interface RefreshSteps<Content> {
  readonly load: () => Promise<Answer<Content>>;
  /** What shows the new content, with all that the reviewer has written placed in it. */
  readonly show: (content: Content) => readonly Action[] | Promise<readonly Action[]>;
}

/** Reading a large change takes its time. */
const answerWithinMs = 150_000;

/** How long work goes on before the page reacts to the reviewer again. */
const sliceMs = 8;

/** The result of work that comes in short steps. */
export const inSlices = async <Result>(steps: Generator<void, Result>): Promise<Result> => {
  for (;;) {
    const endsAt = performance.now() + sliceMs;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < endsAt);
    await new Promise((resolve) => setTimeout(resolve));
  }
};

/**
 * Has what is reviewed read again, and shows it. To be called only when the reviewer asks for it. Where it cannot be
 * read, what was shown stays, and the reviewer is told why.
 */
export const refresh = async <Content>(
  { store, client }: WithStore & { readonly client: SessionClient },
  { load, show }: RefreshSteps<Content>,
): Promise<void> => {
  if (store.getState().freshness.isRefreshing) return;
  store.dispatch({ type: 'freshness/refreshing', isRefreshing: true });
  const done = { type: 'freshness/refreshing', isRefreshing: false } as const;
  const read = store.getState().freshness.isStale
    ? await client.call('refresh', { body: {}, answerWithinMs })
    : undefined;
  const answer = read === undefined || read.kind === 'ok' ? await load() : read;
  if (answer.kind === 'ok') {
    store.dispatch(...(await show(answer.value)), done);
    return;
  }
  const text = texts().freshness.notRefreshed(answer.sentence);
  store.dispatch(done, noticeOf(text));
};
