/** Items in order: shown, or unchanged and folded away. */
export interface Run<Item> {
  readonly isFolded: boolean;
  /** Index of the first. */
  readonly first: number;
  readonly items: readonly Item[];
}

/** Folds what is unchanged but for some around each change; a fold hides at least `least`. */
export const foldedRuns = <Item>(
  items: readonly Item[],
  isChanged: (item: Item) => boolean,
  { around, least }: { readonly around: number; readonly least: number },
): readonly Run<Item>[] => {
  const isNear = nearChanges(items.map(isChanged), around);
  const runs: { isFolded: boolean; first: number; items: Item[] }[] = [];
  for (const [index, item] of items.entries()) {
    const isFolded = isNear[index] !== true;
    const last = runs.at(-1);
    if (last?.isFolded === isFolded) last.items.push(item);
    else runs.push({ isFolded, first: index, items: [item] });
  }
  return runs.map((run) => ({ ...run, isFolded: run.isFolded && run.items.length >= least }));
};

const nearChanges = (changed: readonly boolean[], around: number): readonly boolean[] => {
  const near = changed.map(() => false);
  let last = -Infinity;
  for (const [index, is] of changed.entries()) {
    if (is) last = index;
    if (index - last <= around) near[index] = true;
  }
  last = Infinity;
  for (const [index, is] of [...changed.entries()].toReversed()) {
    if (is) last = index;
    if (last - index <= around) near[index] = true;
  }
  return near;
};
