/**
 * Runs an async function on each item with limited concurrency; rejects with the first failure, after all running calls
 * have ended.
 */
export const inParallel = async <Item, Result>(
  items: readonly Item[],
  atOnce: number,
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  const queue = items.entries();
  const lane = async () => {
    for (const [index, item] of queue) results[index] = await act(item);
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, lane));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return results;
};

/** 0 to `count` - 1. */
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
