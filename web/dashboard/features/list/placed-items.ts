import type { Row } from '../../store/row.ts';
import type { Reviews } from '../../store/rounds.ts';
import { groupOf } from '../../store/visible-rows.ts';
import type { Grouping } from '../../store/view-slice.ts';

export type Item =
  | { readonly kind: 'row'; readonly row: Row }
  | { readonly kind: 'heading'; readonly group: string; readonly count: number };

/** An item with its offset in pixels below the grid's header. */
export type PlacedItem = Item & { readonly top: number; readonly size: number };

interface Sizes {
  readonly row: number;
  readonly heading: number;
}

interface Listed {
  readonly rows: readonly Row[];
  readonly grouping: Grouping;
  /** An earlier round is in the group of the latest one. */
  readonly latestOf: Reviews['latestOf'];
}

/** Lays out rows and group headings; the rows of a group must be adjacent. */
export const placeItems = (
  { rows, grouping, latestOf }: Listed,
  sizes: Sizes,
): readonly PlacedItem[] => {
  const items: PlacedItem[] = [];
  let top = 0;
  const put = (item: Item) => {
    items.push({ ...item, top, size: sizes[item.kind] });
    top += sizes[item.kind];
  };
  const groups = grouping === 'none' ? [{ rows }] : groupsOf(rows, grouping, latestOf);
  for (const { name, rows: members } of groups) {
    const count = members.filter(({ session }) => !latestOf.has(session.id)).length;
    if (name !== undefined) put({ kind: 'heading', group: name, count });
    for (const row of members) put({ kind: 'row', row });
  }
  return items;
};

interface Group {
  readonly name?: string;
  readonly rows: readonly Row[];
}

const groupsOf = (
  rows: readonly Row[],
  grouping: Exclude<Grouping, 'none'>,
  latestOf: Reviews['latestOf'],
): Group[] => {
  const groups: { name: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const name = groupOf(latestOf.get(row.session.id) ?? row, grouping);
    const last = groups.at(-1);
    if (last?.name === name) last.rows.push(row);
    else groups.push({ name, rows: [row] });
  }
  return groups;
};

/** The index of the item at an offset, by binary search; 0 for an empty list. */
export const itemAt = (items: readonly PlacedItem[], top: number): number => {
  let [first, last] = [0, items.length - 1];
  while (first < last) {
    const middle = Math.ceil((first + last) / 2);
    if ((items[middle]?.top ?? 0) <= top) first = middle;
    else last = middle - 1;
  }
  return first;
};

export const keyOf = (item: Item): string =>
  item.kind === 'row' ? item.row.session.id : `group ${item.group}`;
