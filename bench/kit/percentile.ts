/**
 * The nearest-rank percentile of unsorted samples; `share` is 0 to 1.
 * @throws RangeError without samples
 */
export const percentile = (samples: readonly number[], share: number): number => {
  const sorted = [...samples].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('There is no sample.');
  return value;
};

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

/** Minimum and maximum. */
export const spreadOf = (samples: readonly number[]): readonly [number, number] => [
  Math.min(...samples),
  Math.max(...samples),
];
