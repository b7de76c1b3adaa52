import { diff3Merge } from 'node-diff3';

/** What both sides agree on or only one has changed, or lines that both have changed in different ways. */
export type MergeRegion =
  | { readonly kind: 'merged'; readonly lines: readonly string[] }
  | {
      readonly kind: 'conflict';
      readonly base: readonly string[];
      readonly mine: readonly string[];
      readonly other: readonly string[];
    };

export interface MergedTexts {
  readonly base: string;
  readonly mine: string;
  readonly other: string;
}

/** What is taken of a conflict; of both, the other side comes first. */
export type MergeChoice = 'mine' | 'other' | 'both';

/** Pairs of equal lines to look at, which take a second or so. More are one conflict. */
const maxPairs = 4_000_000;

/** The three-way merge of two edits of a text, by lines. Nothing is guessed: what both have changed is a conflict. */
export const mergeTexts = ({ base, mine, other }: MergedTexts): readonly MergeRegion[] => {
  const [o, a, b] = [base.split('\n'), mine.split('\n'), other.split('\n')];
  const start = commonLength(o, a, b, (lines, at) => lines[at]);
  const rest = [o, a, b].map((lines) => lines.slice(start)) as [string[], string[], string[]];
  const end = commonLength(...rest, (lines, at) => lines.at(-1 - at));
  const [middleO, middleA, middleB] = rest.map((lines) => lines.slice(0, lines.length - end)) as [
    string[],
    string[],
    string[],
  ];
  const regions: MergeRegion[] = [
    { kind: 'merged', lines: o.slice(0, start) },
    ...mergeLines(middleO, middleA, middleB),
    { kind: 'merged', lines: o.slice(o.length - end) },
  ];
  return regions.filter((region) => region.kind === 'conflict' || region.lines.length > 0);
};

const commonLength = (
  ...[o, a, b, lineAt]: readonly [
    ...(readonly [readonly string[], readonly string[], readonly string[]]),
    (lines: readonly string[], at: number) => string | undefined,
  ]
): number => {
  const most = Math.min(o.length, a.length, b.length);
  let length = 0;
  while (
    length < most &&
    lineAt(o, length) === lineAt(a, length) &&
    lineAt(o, length) === lineAt(b, length)
  )
    length += 1;
  return length;
};

const mergeLines = (o: string[], a: string[], b: string[]): MergeRegion[] => {
  if (o.length + a.length + b.length === 0) return [];
  if (pairsOf(o, a) + pairsOf(o, b) > maxPairs)
    return [{ kind: 'conflict', base: o, mine: a, other: b }];
  return diff3Merge(a, o, b, { excludeFalseConflicts: true }).map(({ ok, conflict }) =>
    conflict === undefined
      ? { kind: 'merged', lines: ok ?? [] }
      : { kind: 'conflict', base: conflict.o, mine: conflict.a, other: conflict.b },
  );
};

/** How many pairs of equal lines two texts have. */
const pairsOf = (one: readonly string[], other: readonly string[]): number => {
  const counts = new Map<string, number>();
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1);
  return other.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0);
};

/** The merged text; undefined while a conflict has no choice. */
export const mergedText = (
  regions: readonly MergeRegion[],
  choices: ReadonlyMap<number, MergeChoice>,
): string | undefined => {
  const lines: string[] = [];
  for (const [index, region] of regions.entries()) {
    const chosen = linesOf(region, choices.get(index));
    if (chosen === undefined) return undefined;
    for (const line of chosen) lines.push(line);
  }
  return lines.join('\n');
};

const linesOf = (
  region: MergeRegion,
  choice: MergeChoice | undefined,
): readonly string[] | undefined => {
  if (region.kind === 'merged') return region.lines;
  switch (choice) {
    case 'mine':
      return region.mine;
    case 'other':
      return region.other;
    case 'both':
      return [...region.other, ...region.mine];
    case undefined:
      return undefined;
  }
};
