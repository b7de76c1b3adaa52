/** Number of measurements; the smallest is the least disturbed by other load. */
const takes = 3;
const longTakes = 2;
/** Below this, a measurement does not tell how the time grows. */
const floorMs = 5;
/** From here on, garbage collection and compilation disturb a measurement little. */
const steadyMs = 20;

/** CPU time of `run` in milliseconds, which does not count other processes. */
const cpuTime = async (run: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/** The least of several measurements, fewer of them if they are long. */
const leastOf = async (run: () => unknown): Promise<number> => {
  let least = await cpuTime(run);
  for (let take = 1; take < (least > steadyMs ? longTakes : takes); take += 1)
    least = Math.min(least, await cpuTime(run));
  return least;
};

/** Highest growth that still counts as linear, with room for noise; quadratic growth is 16. */
export const linear = 8;

/**
 * The CPU time for `make(4 * size)` relative to `make(size)`: 4 if linear, 16 if quadratic. Doubles the size until the
 * times are long enough to compare. The larger size comes first, so that the smaller one runs compiled code: what slows
 * down only the smaller one hides growth. A result that is not linear is measured again at twice the size, in case
 * garbage collection interfered; quadratic growth shows there, too.
 */
export const growth = async (
  size: number,
  make: (size: number) => (() => unknown) | Promise<() => unknown>,
): Promise<number> => {
  let larger = 2;
  for (let at = size; ; at *= 2) {
    const isLast = at > size * 64;
    const large = await make(at * 4);
    let long = await cpuTime(large);
    if (long <= floorMs * 4 && !isLast) continue;
    const small = await make(at);
    let short = await leastOf(small);
    if (short <= floorMs && !isLast) continue;
    // Quadratic growth shows before it takes minutes.
    for (let take = 0; take < takes && long > linear * Math.max(short, 0.5); take += 1) {
      short = Math.min(short, await cpuTime(small));
      long = Math.min(long, await cpuTime(large));
    }
    const grown = long / Math.max(short, 0.5);
    if (grown <= linear || larger === 0 || long > 2000) return grown;
    larger -= 1;
  }
};
