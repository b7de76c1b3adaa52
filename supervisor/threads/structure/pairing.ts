import type { EntityKind } from '../../../shared/session/structure.ts';

/** Two collections, of what is not paired yet. */
export interface Unpaired<Item> {
  readonly before: ReadonlySet<Item>;
  readonly after: ReadonlySet<Item>;
}

/** Pairs what has the same key, in order; an undefined key has no pair. `pair` may take items out. */
export const pairBy = <Item>(
  { before, after }: Unpaired<Item>,
  keyOf: (item: Item) => string | undefined,
  pair: (was: Item, is: Item) => void,
): void => {
  const known = new Map<string, Item[]>();
  for (const was of before) {
    const key = keyOf(was);
    const same = key === undefined ? undefined : known.get(key);
    if (same !== undefined) same.push(was);
    else if (key !== undefined) known.set(key, [was]);
  }
  // Each is taken from at its end.
  for (const same of known.values()) same.reverse();
  for (const is of after) {
    const key = keyOf(is);
    const was = key === undefined ? undefined : known.get(key)?.pop();
    if (was !== undefined) pair(was, is);
  }
};

/** Kinds that become each other when something is moved or rewritten. */
export const groupOf = (kind: EntityKind): string => {
  switch (kind) {
    case 'function':
    case 'method':
    case 'variable':
      return 'value';
    case 'class':
    case 'interface':
    case 'type':
    case 'enum':
    case 'module':
      return 'type';
    case 'test':
    case 'rule':
    case 'imports':
    case 'code':
      return kind;
  }
};

/** The indexes of as many numbers as possible that rise from one to the next. */
export const longestRise = (numbers: readonly number[]): ReadonlySet<number> => {
  /** For each length, the index of the smallest number that such a rise ends with. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    previous.push(ends[low - 1]);
    ends[low] = index;
  }
  const kept = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) kept.add(at);
  return kept;
};
