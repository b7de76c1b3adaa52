import { texts } from '../../shell/texts/texts.ts';
import type { Answer } from '../../shell/api-client.ts';
import type { Action, WithStore } from '../store/state.ts';
import type { ContentLoader } from './content-loader.ts';
import type { SessionClient } from './session-client.ts';
import { noticeOf } from '../store/notices-slice.ts';

type Parts = WithStore & { readonly client: SessionClient };

interface RefreshSteps<Content> {
  /** Has the server make other content; default: the same from its source, if that has changed. */
  readonly make?: () => Promise<Answer<unknown>>;
  readonly load: () => Promise<Answer<Content>>;
  /** Returns the actions that show the new content, with everything re-anchored. */
  readonly show: (content: Content) => readonly Action[] | Promise<readonly Action[]>;
}

/** For content that the server has read again already. */
export const alreadyMade = (): Promise<Answer<unknown>> =>
  Promise.resolve({ kind: 'ok', value: undefined, serverMs: Number.NaN });

/** Reading a large change takes a while. */
export const answerWithinMs = 150_000;

/** Longest time to block the main thread. */
const sliceMs = 8;

/** Runs a generator in time slices, and returns its result. */
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

/** The refresh of each page that is under way. */
const running = new WeakMap<Parts['store'], Promise<void>>();

/**
 * Has the server reread the content, and shows it. Only on request of a user, of this page or another one. On failure,
 * keeps the old content and shows the error. While one is under way, waits for that, which is all unless other content
 * is to be made.
 */
export const refresh = async <Content>(
  parts: Parts,
  steps: RefreshSteps<Content>,
): Promise<void> => {
  const { store } = parts;
  const isRefreshing = (): boolean => store.getState().freshness.isRefreshing;
  if (isRefreshing()) {
    await running.get(store);
    if (steps.make === undefined || steps.make === alreadyMade || isRefreshing()) return;
  }
  const done = readAgain(parts, steps);
  running.set(store, done);
  return done;
};

const readAgain = async <Content>(
  { store, client }: Parts,
  { make, load, show }: RefreshSteps<Content>,
): Promise<void> => {
  const failure =
    make === undefined || make === alreadyMade ? texts().freshness.notRefreshed : String;
  store.dispatch({ type: 'freshness/refreshing', isRefreshing: true });
  try {
    const read = await (make?.() ??
      (store.getState().freshness.isStale
        ? client.call('refresh', { body: {}, answerWithinMs })
        : undefined));
    const answer = read === undefined || read.kind === 'ok' ? await load() : read;
    store.dispatch(
      ...(answer.kind === 'ok' ? await show(answer.value) : [noticeOf(failure(answer.sentence))]),
    );
  } finally {
    store.dispatch({ type: 'freshness/refreshing', isRefreshing: false });
  }
};

/** Has the server prepare the content again where that has failed, or loads it again. Ends the refreshing. */
export const tryAgain = async (
  parts: Parts & { readonly content: ContentLoader },
): Promise<void> => {
  const { store, content } = parts;
  await (store.getState().session.preparation.state === 'failed'
    ? prepareAgain(parts)
    : content.load());
  store.dispatch({ type: 'freshness/refreshing', isRefreshing: false });
};

/** The page's stream tells when it is ready. */
const prepareAgain = async ({ store, client }: Parts): Promise<void> => {
  const answer = await client.call('refresh', { body: {}, answerWithinMs });
  const { preparation } = store.getState().session;
  if (answer.kind !== 'ok' && preparation.state === 'failed')
    store.dispatch({
      type: 'session/prepared',
      preparation: { ...preparation, error: answer.sentence },
    });
};
