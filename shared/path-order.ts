const collator = new Intl.Collator('en', { numeric: true });

/**
 * The order in which people expect paths: folder by folder, numbers by their value, `module-8` before `module-79`. Never 0
 * for two paths that differ.
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

/** The same of two names in one folder. */
export const compareNames = (one: string, other: string): number => {
  const order = collator.compare(one, other);
  if (order !== 0 || one === other) return order;
  return one < other ? -1 : 1;
};
