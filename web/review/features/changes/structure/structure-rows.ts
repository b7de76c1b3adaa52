import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type {
  Structure,
  StructureEntry,
  UnreadFile,
} from '../../../../../shared/session/structure.ts';

export type StructureOrder = 'file' | 'change';

/** What a heading stands over: a file, a kind of change, or why files were not read. */
type Heading =
  | { readonly of: 'file'; readonly fileId: string }
  | { readonly of: 'change'; readonly change: StructureEntry['change'] }
  | { readonly of: 'unread'; readonly reason: UnreadFile['reason'] };

export type StructureRow =
  | {
      readonly type: 'head';
      readonly key: string;
      readonly heading: Heading;
      readonly count: number;
      readonly isFolded: boolean;
    }
  | { readonly type: 'entry'; readonly key: string; readonly entry: StructureEntry }
  | { readonly type: 'file'; readonly key: string; readonly fileId: string };

export interface StructureView {
  readonly order: StructureOrder;
  readonly hidesFormatting: boolean;
  /** Keys of headings that are not as they are at first: entries open, files that were not read folded. */
  readonly toggled: ReadonlySet<string>;
}

/** What matters most comes first. */
const changes = ['removed', 'changed', 'moved', 'renamed', 'added', 'reformatted'] as const;
const reasons = ['generated', 'no-grammar', 'too-large', 'too-slow', 'unreadable'] as const;

/** The rows of the list: groups in the order of the diff, or by what happened; then what was not read. */
export const structureRows = (
  { entries, unread }: Structure,
  files: readonly Pick<ChangedFile, 'id'>[],
  { order, hidesFormatting, toggled }: StructureView,
): StructureRow[] => {
  const shown = entries.filter(({ change }) => !hidesFormatting || change !== 'reformatted');
  const groups: { heading: Heading; rows: StructureRow[] }[] = [];
  const entryRow = (entry: StructureEntry): StructureRow => {
    const { fileId, side, first, kind, name, change } = entry;
    return { type: 'entry', key: [fileId, side, first, kind, change, name].join(' '), entry };
  };
  if (order === 'file') {
    const byFile = new Map<string, StructureRow[]>();
    for (const entry of shown) {
      const rows = byFile.get(entry.fileId) ?? [];
      rows.push(entryRow(entry));
      byFile.set(entry.fileId, rows);
    }
    for (const { id } of files)
      groups.push({
        heading: { of: 'file', fileId: id },
        rows: byFile.get(id) ?? [],
      });
  } else
    for (const change of changes)
      groups.push({
        heading: { of: 'change', change },
        rows: shown.filter((entry) => entry.change === change).map(entryRow),
      });
  for (const reason of reasons)
    groups.push({
      heading: { of: 'unread', reason },
      rows: unread
        .filter((file) => file.reason === reason)
        .map(({ fileId }) => ({ type: 'file', key: `file ${fileId}`, fileId })),
    });
  return groups.flatMap(({ heading, rows }) => {
    if (rows.length === 0) return [];
    const key = Object.values(heading).join(' ');
    const isFolded = toggled.has(key) !== (heading.of === 'unread');
    const head = { type: 'head', key, heading, count: rows.length, isFolded } as const;
    return isFolded ? [head] : [head, ...rows];
  });
};
