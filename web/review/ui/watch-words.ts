import type { State, WithStore } from '../store/state.ts';

interface Watched<Part extends object> {
  /** What comments and editors are on; undefined while it is not loaded. */
  readonly contentOf: (state: State) => object | undefined;
  /** What is watched of comments and editors; a part that was moved is another one. */
  readonly partsIn: (state: State) => readonly Part[];
  readonly look: (unseen: readonly Part[]) => Promise<void>;
}

/**
 * Has each part of comments and editors looked at once, as they come, and again with each version of the content: typing
 * must not look at all of them again. Waits while a refresh is under way.
 */
export const watchWords = <Part extends object>(
  { store }: WithStore,
  { contentOf, partsIn, look }: Watched<Part>,
): void => {
  let last: readonly unknown[] = [];
  let seen = new WeakSet<Part>();
  let isRunning = false;

  const run = async (): Promise<void> => {
    const unseen = partsIn(store.getState()).filter((part) => !seen.has(part));
    for (const part of unseen) seen.add(part);
    await look(unseen);
  };

  const notice = (): void => {
    const state = store.getState();
    const content = contentOf(state);
    const now = [content, state.comments, state.editors];
    if (isRunning || content === undefined || state.freshness.isRefreshing) return;
    if (now.every((one, index) => one === last[index])) return;
    if (content !== last[0]) seen = new WeakSet();
    last = now;
    isRunning = true;
    void run().finally(() => {
      isRunning = false;
      notice();
    });
  };
  notice();
  store.subscribe(notice);
};
