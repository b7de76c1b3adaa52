import type { Row } from '../../store/row.ts';
import { groupOf } from '../../store/visible-rows.ts';
import type { Grouping } from '../../store/view-slice.ts';

/** What stands in the list: a row, or the heading of those that follow it. */
export type Item =
  | { readonly kind: 'row'; readonly row: Row }
  | { readonly kind: 'heading'; readonly group: string; readonly count: number };

/** An item with its place in pixels below the head of the list. */
export type PlacedItem = Item & { readonly top: number; readonly size: number };

interface Sizes {
  readonly row: number;
  readonly heading: number;
}

/** The rows, in their order, with a heading above each group; those of a group must stand together. */
export const placeItems = (
  rows: readonly Row[],
  grouping: Grouping,
  sizes: Sizes,
): readonly PlacedItem[] => {
  const items: PlacedItem[] = [];
  let top = 0;
  const put = (item: Item) => {
    items.push({ ...item, top, size: sizes[item.kind] });
    top += sizes[item.kind];
  };
  const groups = grouping === 'none' ? [{ rows }] : groupsOf(rows, grouping);
  for (const { name, rows: members } of groups) {
    if (name !== undefined) put({ kind: 'heading', group: name, count: members.length });
    for (const row of members) put({ kind: 'row', row });
  }
  return items;
};

interface Group {
  readonly name?: string;
  readonly rows: readonly Row[];
}

const groupsOf = (rows: readonly Row[], grouping: Exclude<Grouping, 'none'>): Group[] => {
  const groups: { name: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const name = groupOf(row, grouping);
    const last = groups.at(-1);
    if (last?.name === name) last.rows.push(row);
    else groups.push({ name, rows: [row] });
  }
  return groups;
};

/** The index of the item that stands at a height, by halving; the first one where the list is empty. */
export const itemAt = (items: readonly PlacedItem[], top: number): number => {
  let [first, last] = [0, items.length - 1];
  while (first < last) {
    const middle = Math.ceil((first + last) / 2);
    if ((items[middle]?.top ?? 0) <= top) first = middle;
    else last = middle - 1;
  }
  return first;
};

/** What an item is known by while the list changes around it. */
export const keyOf = (item: Item): string =>
  item.kind === 'row' ? item.row.session.id : `group ${item.group}`;
