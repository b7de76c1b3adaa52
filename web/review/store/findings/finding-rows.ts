import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import { listedPosition } from '../../../../shared/placement/listed-block.ts';
import { memoizeLast } from '../../../shell/memoize-last.ts';
import type { State } from '../state.ts';
import type { FindingGroup, FindingKind, FindingSide } from '../panel-slice.ts';
import { findingKind, findingSide } from './filter-findings.ts';

/** A row of the panel: a section or group heading, a message with several places, or a finding. */
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
      /** A path, source or kind; undefined if it spans several files. */
      readonly name: string | undefined;
      readonly findings: readonly Annotation[];
      readonly isFolded: boolean;
    }
  | {
      readonly type: 'message';
      readonly key: string;
      readonly findings: readonly Annotation[];
      /** Whether rows for its places follow. */
      readonly isUnfolded: boolean;
    }
  | {
      readonly type: 'finding';
      readonly key: string;
      readonly finding: Annotation;
      /** Whether it is a place of the message above. */
      readonly isPlace: boolean;
    };

interface RowsOptions {
  readonly group: FindingGroup;
  readonly folded: ReadonlySet<string>;
  readonly unfolded: ReadonlySet<string>;
}

/** Findings with the same message, mostly just one. */
type Message = readonly Annotation[];

interface Group {
  readonly key: string;
  readonly name: string | undefined;
  readonly messages: Message[];
}

const sides: readonly FindingSide[] = ['whole', 'inside', 'outside'];
const kinds: readonly FindingKind[] = ['concern', 'suggestion', 'comment', 'deletion'];

/**
 * Converts findings, sorted by place, to rows: general ones, then those in the content, then those outside; each
 * section has a heading if there are several, and groups. Documents and general findings have no groups by place.
 */
export const findingRows = (
  findings: readonly Annotation[],
  { group, folded, unfolded }: RowsOptions,
): FindingRow[] => {
  const rows: FindingRow[] = [];
  const hasOneSide = new Set(findings.map(findingSide)).size === 1;
  for (const side of sides) {
    const here = findings.filter((finding) => findingSide(finding) === side);
    if (here.length === 0) continue;
    if (!hasOneSide) rows.push({ type: 'side', key: `side:${side}`, side, count: here.length });
    const hasHeads = group !== 'place' || (side !== 'whole' && here.some(hasPath));
    for (const { key, name, messages } of groupsOf(here, { side, group })) {
      const isFolded = hasHeads && folded.has(key);
      if (hasHeads) rows.push({ type: 'group', key, name, findings: messages.flat(), isFolded });
      if (!isFolded) for (const message of messages) rows.push(...messageRows(message, unfolded));
    }
  }
  return rows;
};

const messageRows = (findings: Message, unfolded: ReadonlySet<string>): FindingRow[] => {
  const [first] = findings;
  if (first === undefined) return [];
  const isPlace = findings.length > 1;
  const places = findings.map((finding): FindingRow => ({
    type: 'finding',
    key: finding.id,
    finding,
    isPlace,
  }));
  if (!isPlace) return places;
  const isUnfolded = findings.some(({ id }) => unfolded.has(id));
  const head = { type: 'message', key: `message:${first.id}`, findings, isUnfolded } as const;
  return isUnfolded ? [head, ...places] : [head];
};

/** Whether places are told apart by file: in a change, and in a folder of documents. */
const hasPath = (finding: Annotation): boolean =>
  'scope' in finding || listedPosition(finding.blockId ?? '') !== undefined;

const groupsOf = (
  findings: readonly Annotation[],
  { side, group }: { side: FindingSide; group: FindingGroup },
): Group[] => {
  const groups = new Map<string | undefined, Group>();
  for (const message of groupMessages(findings)) {
    const name = nameOf(message, group);
    const there = groups.get(name);
    if (there !== undefined) there.messages.push(message);
    else {
      const key = name === undefined ? `several:${side}` : `group:${side}:${name}`;
      groups.set(name, { key, name, messages: [message] });
    }
  }
  const list = [...groups.values()];
  // By place, groups are in order of their first finding.
  if (group === 'source') return list.sort((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1));
  if (group === 'kind') return list.sort((a, b) => kindRank(a.name) - kindRank(b.name));
  return list;
};

const kindRank = (name: string | undefined): number => kinds.findIndex((kind) => kind === name);

const nameOf = ([first, ...others]: Message, group: FindingGroup): string | undefined => {
  if (first === undefined) return '';
  if (group === 'source') return first.source;
  if (group === 'kind') return findingKind(first);
  const path = pathOf(first);
  return others.every((other) => pathOf(other) === path) ? path : undefined;
};

const pathOf = (finding: Annotation): string => (hasPath(finding) ? (finding.filePath ?? '') : '');

/** The findings in row order, including those of collapsed messages. */
export const findingsOfRows = (rows: readonly FindingRow[]): Annotation[] =>
  rows.flatMap((row) => {
    if (row.type === 'finding') return [row.finding];
    return row.type === 'message' && !row.isUnfolded ? row.findings : [];
  });

/**
 * Groups findings with the same source, author, rule and text, in order of the first one. Findings without text are not
 * grouped.
 */
const groupMessages = (findings: Iterable<Annotation>): Annotation[][] => {
  const groups: Annotation[][] = [];
  // Keyed by text first: engines cache string hashes, so long texts are not copied.
  const byText = new Map<string, Map<string, Annotation[]>>();
  for (const finding of findings) {
    const { source, author = '', rule = '', text = '' } = finding;
    const byOrigin = byText.get(text) ?? new Map<string, Annotation[]>();
    byText.set(text, byOrigin);
    const origin = `${source}\n${author}\n${rule}`;
    const there = text === '' ? undefined : byOrigin.get(origin);
    if (there !== undefined) {
      there.push(finding);
      continue;
    }
    const made = [finding];
    byOrigin.set(origin, made);
    groups.push(made);
  }
  return groups;
};

const countsOf = memoizeLast((byId: State['annotations']['byId']): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const group of groupMessages(byId.values()))
    if (group.length > 1) for (const { id } of group) counts.set(id, group.length);
  return counts;
});

/** Number of findings with the same message. */
export const countPlaces = ({ annotations }: State, { id }: Annotation): number =>
  countsOf(annotations.byId).get(id) ?? 1;
