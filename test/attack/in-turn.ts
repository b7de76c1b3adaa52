/** The share of one of several that take turns with the items. */
export const inTurn = <Item, Taker>(
  items: readonly Item[],
  takers: readonly Taker[],
  taker: Taker,
): readonly Item[] => items.filter((_, index) => index % takers.length === takers.indexOf(taker));
