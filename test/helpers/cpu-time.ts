/** How often a time is taken: the least of them has met the least of what else the machine does. */
const takes = 3;
/** What takes less says nothing of how it grows. */
const floorMs = 5;

/** Milliseconds of processor time that `run` takes in this process: what others do meanwhile does not count. */
const cpuTime = async (run: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

const leastOf = async (run: () => unknown): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let take = 0; take < takes; take += 1) least = Math.min(least, await cpuTime(run));
  return least;
};

/** As much as noise may add to what is linear; what is quadratic is beyond it. */
export const linear = 8;

/**
 * How many times as long what `make` makes takes at `4 * size` as at `size`, in processor time: 4 where it is linear, 16
 * where it is quadratic. The sizes are doubled until they take long enough to be compared; a result that is not linear
 * is measured again, and at twice the size, since a collection of garbage may have come between: what is quadratic shows
 * there, too.
 */
export const growth = async (
  size: number,
  make: (size: number) => (() => unknown) | Promise<() => unknown>,
): Promise<number> => {
  let larger = 2;
  for (let at = size; ; at *= 2) {
    const [small, large] = [await make(at), await make(at * 4)];
    await cpuTime(small);
    let short = await leastOf(small);
    const isLongEnough = short > floorMs || at > size * 64;
    // What is quadratic shows before it takes minutes.
    let long = await cpuTime(large);
    if (!isLongEnough && long <= 2000) continue;
    for (let take = 0; take < takes && long > linear * Math.max(short, 0.5); take += 1) {
      short = Math.min(short, await cpuTime(small));
      long = Math.min(long, await cpuTime(large));
    }
    const grown = long / Math.max(short, 0.5);
    if (grown <= linear || larger === 0 || long > 2000) return grown;
    larger -= 1;
  }
};
