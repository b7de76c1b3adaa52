/** The least difference between two readings of the clock of CPU time: a microsecond here, 10 ms there. */
const tickMs = (): number => {
  const { user, system } = process.cpuUsage();
  const before = user + system;
  for (;;) {
    const now = process.cpuUsage();
    if (now.user + now.system > before) return (now.user + now.system - before) / 1000;
  }
};

/** Below this, a measurement does not tell how the time grows. */
const floorMs = tickMs() < 1 ? 10 : 20;

/** CPU time of `run`, repeated, in milliseconds; it does not count other processes. */
const cpuTime = async (run: () => unknown, times = 1): Promise<number> => {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/** Growth from which on it does not count as linear, with room for noise; quadratic growth is 16. */
export const linear = 8;

/** How often a measurement that is not linear is repeated; the least times are the least disturbed by other load. */
const retakes = 3;

/**
 * The CPU time for `make(4 * size)` relative to `make(size)`: 4 if linear, 16 if quadratic. The smaller size runs up to
 * four times, so that it takes long enough even if growth is quadratic. Doubles the size until the times are long enough
 * to compare. The larger size comes first, so that the smaller one runs compiled code: what slows down only the smaller
 * one hides growth. A result that is not linear is measured again at twice the size, in case garbage collection
 * interfered; quadratic growth shows there, too.
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
    if (long < floorMs && !isLast) continue;
    const small = await make(at);
    const times = Math.min(4, Math.ceil((16 * floorMs) / long));
    const fourSmall = async () => ((await cpuTime(small, times)) * 4) / times;
    let short = await fourSmall();
    if (short < floorMs && long < linear * floorMs && !isLast) continue;
    // Quadratic growth shows before it takes minutes.
    for (let take = 0; take < retakes && 4 * long >= linear * short; take += 1) {
      short = Math.min(short, await fourSmall());
      long = Math.min(long, await cpuTime(large));
    }
    const grown = (4 * long) / Math.max(short, 1);
    if (grown < linear || larger === 0 || long > 2000) return grown;
    larger -= 1;
  }
};
