const collator = new Intl.Collator('en', { numeric: true });

/**
 * Natural order of paths: by folder, with numbers by value, so `module-8` comes before `module-79`. 0 only for equal
 * paths.
 */
export const comparePaths = (one: string, other: string): number => {
  const [ones, others] = [one.split('/'), other.split('/')];
  for (const [at, name] of ones.entries()) {
    const otherName = others[at];
    if (otherName === undefined) return 1;
    if (name !== otherName) return compareNames(name, otherName);
  }
  return ones.length - others.length;
};

/** Natural order of two names in one folder. */
export const compareNames = (one: string, other: string): number => {
  const order = collator.compare(one, other);
  if (order !== 0 || one === other) return order;
  return one < other ? -1 : 1;
};
