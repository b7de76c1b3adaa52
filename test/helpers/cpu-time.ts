/** How often a time is taken: the least of them has met the least of what else the machine does. */
const takes = 3;

/** Milliseconds of processor time that `run` takes in this process: what others do meanwhile does not count. */
const cpuTime = (run: () => unknown): number => {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

const leastOf = (run: () => unknown): number =>
  Math.min(...Array.from({ length: takes }, () => cpuTime(run)));

/**
 * How many times as long `run` takes at `4 * size` as at `size`, in processor time: 4 where it is linear, 16 where it is
 * quadratic. The sizes are doubled until they take long enough to be compared.
 */
export const growth = (size: number, run: (size: number) => () => unknown): number => {
  for (let at = size; ; at *= 2) {
    const [small, large] = [run(at), run(at * 4)];
    cpuTime(small);
    const short = leastOf(small);
    const isLongEnough = short > 4 || at > size * 64;
    // What is quadratic shows before it takes minutes.
    const long = isLongEnough ? leastOf(large) : cpuTime(large);
    if (isLongEnough || long > 2000) return long / Math.max(short, 0.5);
  }
};

/** As much as noise may add to what is linear; what is quadratic is beyond it. */
export const linear = 8;
