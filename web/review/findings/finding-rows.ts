import type { Annotation } from '../../../shared/annotations/annotation.ts';
import type { FindingGroup, FindingKind, FindingSide } from '../store/panel-slice.ts';
import { findingKind, findingSide } from './filter-findings.ts';

/** A row of the panel's list: the head of a side or of a group, or a finding. */
export type FindingRow =
  | {
      readonly type: 'side';
      readonly key: string;
      readonly side: FindingSide;
      readonly count: number;
    }
  | {
      readonly type: 'group';
      readonly key: string;
      /** A path, a source or a kind; empty for what is about the whole. */
      readonly name: string;
      readonly count: number;
      readonly isFolded: boolean;
    }
  | { readonly type: 'finding'; readonly key: string; readonly finding: Annotation };

interface RowsOptions {
  readonly group: FindingGroup;
  readonly folded: ReadonlySet<string>;
}

interface Group {
  readonly key: string;
  readonly name: string;
  readonly findings: Annotation[];
}

const sides: readonly FindingSide[] = ['inside', 'outside'];
const kinds: readonly FindingKind[] = ['concern', 'suggestion', 'comment', 'deletion'];

/**
 * The findings, which come in the order of their places, as rows: those inside first, then those outside under a head
 * with their number, each side in groups. A text has no files, and so no groups by place.
 */
export const findingRows = (
  findings: readonly Annotation[],
  { group, folded }: RowsOptions,
): FindingRow[] => {
  const rows: FindingRow[] = [];
  const hasOutside = findings.some((finding) => findingSide(finding) === 'outside');
  for (const side of sides) {
    const here = findings.filter((finding) => findingSide(finding) === side);
    if (here.length === 0) continue;
    if (hasOutside) rows.push({ type: 'side', key: `side:${side}`, side, count: here.length });
    for (const { key, name, findings: members } of groupsOf(here, { side, group })) {
      const isFolded = folded.has(key);
      if (group !== 'place' || members.some(isOfReview))
        rows.push({ type: 'group', key, name, count: members.length, isFolded });
      if (isFolded) continue;
      for (const finding of members) rows.push({ type: 'finding', key: finding.id, finding });
    }
  }
  return rows;
};

const isOfReview = (finding: Annotation): boolean => 'scope' in finding;

const groupsOf = (
  findings: readonly Annotation[],
  { side, group }: { side: FindingSide; group: FindingGroup },
): Group[] => {
  const groups = new Map<string, Group>();
  for (const finding of findings) {
    const name = nameOf(finding, group);
    const there = groups.get(name);
    if (there === undefined)
      groups.set(name, { key: `group:${side}:${name}`, name, findings: [finding] });
    else there.findings.push(finding);
  }
  const list = [...groups.values()];
  // By place, groups stand where their first finding does.
  if (group === 'source') return list.sort((a, b) => (a.name < b.name ? -1 : 1));
  if (group === 'kind') return list.sort((a, b) => kindRank(a.name) - kindRank(b.name));
  return list;
};

const kindRank = (name: string): number => kinds.findIndex((kind) => kind === name);

const nameOf = (finding: Annotation, group: FindingGroup): string => {
  if (group === 'source') return finding.source;
  if (group === 'kind') return findingKind(finding);
  return 'scope' in finding ? (finding.filePath ?? '') : '';
};
