const units = [
  ['d', 24 * 60 * 60 * 1000],
  ['h', 60 * 60 * 1000],
  ['min', 60 * 1000],
  ['s', 1000],
] as const;

/** Formats a duration in its largest whole unit: `3 h`, `12 s`. */
export const formatDuration = (milliseconds: number): string => {
  for (const [name, lengthMs] of units)
    if (milliseconds >= lengthMs) return `${Math.floor(milliseconds / lengthMs)} ${name}`;
  return '0 s';
};
