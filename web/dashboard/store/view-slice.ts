import type { Mode } from '../../../shared/session/mode.ts';
import type { RowState } from './row.ts';

export type Tab = 'reviews' | 'operators';

/** Sortable columns, from left to right. */
export const columns = [
  'state',
  'title',
  'mode',
  'project',
  'agent',
  'findings',
  'comments',
  'age',
] as const;
export type Column = (typeof columns)[number];

export const groupings = ['none', 'project', 'agent', 'state'] as const;
export type Grouping = (typeof groupings)[number];

export const isGrouping = (value: string | undefined): value is Grouping =>
  groupings.some((grouping) => grouping === value);

export interface Sorting {
  readonly column: Column;
  readonly isDescending: boolean;
}

export type DialogContent =
  | { readonly kind: 'help' | 'palette' }
  | { readonly kind: 'close'; readonly ids: readonly string[] };

export interface ViewSlice {
  readonly tab: Tab;
  readonly query: string;
  readonly mode: Mode | 'all';
  readonly state: RowState | 'all';
  readonly sorting: Sorting;
  readonly grouping: Grouping;
  /** Keys of the reviews whose earlier rounds are shown. */
  readonly expanded: ReadonlySet<string>;
  /** The row with the keyboard cursor. */
  readonly activeId: string | undefined;
  readonly dialog: DialogContent | undefined;
  /** The result of the last action, for a live region. */
  readonly notice: string;
}

export type ViewAction =
  | { readonly type: 'view/tab'; readonly tab: Tab }
  | {
      readonly type: 'view/filter';
      readonly change: Partial<Pick<ViewSlice, 'query' | 'mode' | 'state'>>;
    }
  | { readonly type: 'view/sort'; readonly column: Column }
  | { readonly type: 'view/group'; readonly grouping: Grouping }
  | { readonly type: 'view/expand'; readonly key: string; readonly isExpanded: boolean }
  | { readonly type: 'view/active'; readonly id: string | undefined }
  | { readonly type: 'view/dialog'; readonly dialog: DialogContent | undefined }
  | { readonly type: 'view/notice'; readonly notice: string };

export const initialView: ViewSlice = {
  tab: 'reviews',
  query: '',
  mode: 'all',
  state: 'all',
  // What waits for the reviewer comes first.
  sorting: { column: 'state', isDescending: false },
  grouping: 'none',
  expanded: new Set(),
  activeId: undefined,
  dialog: undefined,
  notice: '',
};

/** Filter, order and dialogs of the list. */
export const reduceView = (slice: ViewSlice, action: ViewAction): ViewSlice => {
  switch (action.type) {
    case 'view/tab':
      return { ...slice, tab: action.tab };
    case 'view/filter':
      return { ...slice, ...action.change };
    case 'view/sort':
      return { ...slice, sorting: nextSorting(slice.sorting, action.column) };
    case 'view/group':
      return { ...slice, grouping: action.grouping };
    case 'view/expand': {
      const expanded = new Set(slice.expanded);
      if (action.isExpanded) expanded.add(action.key);
      else expanded.delete(action.key);
      return { ...slice, expanded };
    }
    case 'view/active':
      return slice.activeId === action.id ? slice : { ...slice, activeId: action.id };
    case 'view/dialog':
      return { ...slice, dialog: action.dialog };
    case 'view/notice':
      return { ...slice, notice: action.notice };
  }
};

/** By default counts sort descending, text ascending, and ages newest first. */
const largestFirst: ReadonlySet<Column> = new Set(['findings', 'comments']);

const nextSorting = (now: Sorting, column: Column): Sorting =>
  now.column === column
    ? { column, isDescending: !now.isDescending }
    : { column, isDescending: largestFirst.has(column) };
