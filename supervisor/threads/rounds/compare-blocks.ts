import { diffArrays, diffWordsWithSpace } from 'diff';
import type { Block } from '../../../shared/placement/blocks.ts';
import type { BlockSince, WordsSince } from '../../../shared/session/rounds.ts';
import {
  maxBlockEdits,
  maxBlockPairs,
  maxComparedTable,
  wordsTimeLimitMs,
} from '../../../shared/limits.ts';

/** What blocks must have in common to be taken for two versions of one. */
const minLikeness = 0.5;

type Run = Readonly<Record<'before' | 'after', readonly Block[]>>;

/** A block that is not as it was, with what it was unless it is new. */
export interface ComparedBlock extends BlockSince {
  readonly was?: Block;
}

/** Compares two versions of a document block by block, and the changed ones word by word. Takes bounded time. */
export const compareBlocks = (
  before: readonly Block[],
  after: readonly Block[],
): readonly ComparedBlock[] => {
  const untilMs = performance.now() + wordsTimeLimitMs;
  const changes: ComparedBlock[] = [];
  let above: string | undefined;
  for (const run of runsOf(before, after)) {
    if ('same' in run) {
      above = run.same;
      continue;
    }
    for (const [was, block] of pairsOf(run)) {
      changes.push(compareBlock(was, block, { above, untilMs }));
      above = block?.id ?? above;
    }
  }
  return changes;
};

const compareBlock = (
  was: Block | undefined,
  block: Block | undefined,
  { above, untilMs }: { readonly above: string | undefined; readonly untilMs: number },
): ComparedBlock => {
  if (block === undefined)
    return {
      state: 'gone',
      ...(above === undefined ? {} : { blockId: above }),
      ...(was === undefined ? {} : { was }),
      parts: [{ kind: 'removed', text: was?.text ?? '' }],
      ...tableOf(was, block),
    };
  const { id: blockId, text } = block;
  const table = tableOf(was, block);
  if (was === undefined)
    return { state: 'new', blockId, parts: [{ kind: 'added', text }], ...table };
  return { state: 'changed', blockId, was, parts: wordsSince(was.text, text, untilMs), ...table };
};

const tableOf = (was: Block | undefined, is: Block | undefined): Pick<BlockSince, 'table'> => {
  const sides = [was, is].map((block) => (block?.kind === 'table' ? block.html : undefined));
  if (sides.every((html) => html === undefined)) return {};
  if (sides.some((html = '') => html.length > maxComparedTable)) return {};
  const [before, after] = sides;
  return {
    table: {
      ...(before === undefined ? {} : { was: before }),
      ...(after === undefined ? {} : { is: after }),
    },
  };
};

/** Equal blocks, by the last of them, and what is between them. */
const runsOf = (
  before: readonly Block[],
  after: readonly Block[],
): readonly (Run | { readonly same: string })[] => {
  const [were, are] = [before.map(keyOf), after.map(keyOf)];
  const runs: (Run | { readonly same: string })[] = [];
  const parts = diffArrays(were, are, { maxEditLength: maxBlockEdits });
  if (parts === undefined) {
    const [known, left] = [new Set(were), new Set(are)];
    return [
      {
        before: before.filter((block) => !left.has(keyOf(block))),
        after: after.filter((block) => !known.has(keyOf(block))),
      },
    ];
  }
  let [old, now] = [0, 0];
  let run: { before: Block[]; after: Block[] } | undefined;
  for (const { added, removed, count } of parts) {
    if (added || removed) {
      run ??= { before: [], after: [] };
      if (removed) run.before.push(...before.slice(old, (old += count)));
      else run.after.push(...after.slice(now, (now += count)));
      continue;
    }
    if (run !== undefined) runs.push(run);
    run = undefined;
    old += count;
    now += count;
    const last = after[now - 1];
    if (last !== undefined) runs.push({ same: last.id });
  }
  return run === undefined ? runs : [...runs, run];
};

/** Its markup, too, since a link may lead elsewhere while its text is the same; but not the lines it came from. */
export const keyOf = ({ html, text, file = '' }: Pick<Block, 'html' | 'text' | 'file'>): string =>
  [file, text, html.replaceAll(/ data-line="\d+"/gu, '')].join('\0');

type Pair = readonly [was: Block | undefined, is: Block | undefined];

/** What each block of a run was, in the order of both; without its other part for one that is gone or new. */
const pairsOf = ({ before, after }: Run): readonly Pair[] => {
  const pairs: Pair[] = [];
  const canPair = before.length * after.length <= maxBlockPairs;
  const words = new Map([...before, ...after].map((block) => [block, wordsOf(block.text)]));
  const isLike = (was: Block, block: Block): boolean =>
    was.kind === block.kind &&
    was.file === block.file &&
    likeness(words.get(was), words.get(block)) >= minLikeness;
  let from = 0;
  let added: Block[] = [];
  // What is gone stands before what is new in its place.
  const pairUnlike = (to?: number): void => {
    for (const gone of before.slice(from, to)) pairs.push([gone, undefined]);
    for (const block of added) pairs.push([undefined, block]);
    added = [];
  };
  for (const block of after) {
    const at = canPair ? before.findIndex((was, index) => index >= from && isLike(was, block)) : -1;
    if (at === -1) added.push(block);
    else {
      pairUnlike(at);
      pairs.push([before[at], block]);
      from = at + 1;
    }
  }
  pairUnlike();
  return pairs;
};

const wordsOf = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const word of text.split(/\s+/u))
    if (word !== '') counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

type Words = ReadonlyMap<string, number>;

/** How much of their words two texts have in common: from 0 to 1. */
const likeness = (one: Words = new Map(), other: Words = new Map()): number => {
  let [all, common] = [0, 0];
  for (const count of other.values()) all += count;
  for (const [word, count] of one) {
    all += count;
    common += Math.min(count, other.get(word) ?? 0);
  }
  return all === 0 ? 1 : (2 * common) / all;
};

const wordsSince = (before: string, after: string, untilMs: number): WordsSince[] => {
  const timeout = Math.max(1, untilMs - performance.now());
  const parts = diffWordsWithSpace(before, after, { timeout });
  if (parts === undefined)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  return parts.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
};
