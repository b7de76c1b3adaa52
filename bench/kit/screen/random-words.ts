export type Random = () => number;

export const words =
  'session registry worker page finding patch line offset token reader writer parse resolve compute settle publish window frame index count label place source draft store event stream queue limit'.split(
    ' ',
  );

export const pick = <Item>(random: Random, items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('There is nothing to pick.');
  return item;
};
