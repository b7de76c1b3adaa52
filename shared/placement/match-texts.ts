import type { NumberedTexts } from './anchor.ts';

/** Which texts of one version are which of the other. */
export interface TextMatches {
  /** Numbers in the other version, by number; without those that are gone. */
  readonly places: ReadonlyMap<number, number>;
  /** Numbers in the other version of those that were there before. */
  readonly kept: ReadonlySet<number>;
}

interface Versions {
  readonly before: NumberedTexts;
  readonly after: NumberedTexts;
}

/** Texts compared for each text there is: what repeats in every part would take quadratic time. */
const mostLooks = 16;
/** Texts per step. */
const textsAtOnce = 4096;

const known = new WeakMap<NumberedTexts, WeakMap<NumberedTexts, TextMatches>>();

/**
 * Compares two versions of lines or blocks, in short steps and in linear time; remembered, since thousands of ranges may
 * be sought in the same versions. Texts that repeat are told apart by their neighbours, and are not matched without any.
 * Source: Bram Cohen's patience diff.
 */
export function* matchTexts({ before, after }: Versions): Generator<void, TextMatches> {
  const remembered = known.get(before)?.get(after);
  if (remembered !== undefined) return remembered;
  const matcher = new Matcher(before, after);
  yield* matcher.run();
  const { places } = matcher;
  const matches = { places, kept: new Set(places.values()) };
  const others = known.get(before) ?? new WeakMap<NumberedTexts, TextMatches>();
  known.set(before, others.set(after, matches));
  return matches;
}

/** One version, by index. */
class Side {
  readonly numbers: readonly number[];
  readonly texts: readonly string[];
  /** Whether it has all lines or blocks, and not only those around changes. */
  readonly isWhole: boolean;

  constructor(texts: NumberedTexts) {
    this.numbers = [...texts.keys()];
    this.texts = [...texts.values()];
    const [first = 0] = this.numbers;
    this.isWhole = first <= 1 && (this.numbers.at(-1) ?? 0) - first === this.numbers.length - 1;
  }

  /** How far it is from one index to the next: lines between them may not be known. Undefined at an end. */
  distance(from: number, to: number): number | undefined {
    const [first, second] = [this.numbers[from], this.numbers[to]];
    return first === undefined || second === undefined ? undefined : second - first;
  }
}

/** Indexes from the first up to, but not including, the last, in both versions. */
interface Part {
  was: [from: number, to: number];
  is: [from: number, to: number];
}

type Pair = readonly [was: number, is: number];

class Matcher {
  readonly places = new Map<number, number>();
  readonly #was: Side;
  readonly #is: Side;
  #looksLeft: number;

  constructor(before: NumberedTexts, after: NumberedTexts) {
    this.#was = new Side(before);
    this.#is = new Side(after);
    this.#looksLeft = mostLooks * (before.size + after.size);
  }

  *run(): Generator<void> {
    // What is unique comes first: the ends of both may be alike by chance.
    const parts = this.#split({
      was: [0, this.#was.texts.length],
      is: [0, this.#is.texts.length],
    });
    let looks = 0;
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      this.#trim(part);
      const size = sizeOf(part);
      if (size === 0) continue;
      this.#looksLeft -= size;
      if (this.#looksLeft < 0) return;
      const inside = this.#split(part);
      // Nothing in it is unique.
      if (inside.length !== 1 || sizeOf(inside[0]) < size) parts.push(...inside);
      looks += size;
      if (looks <= textsAtOnce) continue;
      looks = 0;
      yield;
    }
  }

  /** Matches what is unique in both sides of a part. @returns what is between */
  #split(part: Part): Part[] {
    const pairs = inOrder(this.#unique(part));
    for (const pair of pairs) this.#match(pair);
    return between(part, pairs);
  }

  #match([was, is]: Pair): void {
    const [from, to] = [this.#was.numbers[was], this.#is.numbers[is]];
    if (from !== undefined && to !== undefined) this.places.set(from, to);
  }

  /** Matches what is equal at the beginning and at the end of a part, next to what is matched already. */
  #trim({ was, is }: Part): void {
    while (was[0] < was[1] && is[0] < is[1] && this.#isNext([was[0], is[0]], -1)) {
      this.#match([was[0], is[0]]);
      was[0] += 1;
      is[0] += 1;
    }
    while (was[0] < was[1] && is[0] < is[1] && this.#isNext([was[1] - 1, is[1] - 1], 1)) {
      was[1] -= 1;
      is[1] -= 1;
      this.#match([was[1], is[1]]);
    }
  }

  #isNext([was, is]: Pair, step: 1 | -1): boolean {
    if (this.#was.texts[was] !== this.#is.texts[is]) return false;
    const distance = this.#was.distance(was, was + step);
    if (distance !== undefined) return distance === this.#is.distance(is, is + step);
    return step === -1
      ? this.#was.numbers[was] === this.#is.numbers[is]
      : this.#was.isWhole && this.#is.isWhole;
  }

  /** Texts that occur once in both sides of a part. */
  #unique({ was, is }: Part): Pair[] {
    const there = onceWithin(this.#is.texts, is);
    const pairs: Pair[] = [];
    for (const [text, index] of onceWithin(this.#was.texts, was)) {
      const other = there.get(text);
      if (other !== undefined) pairs.push([index, other]);
    }
    return pairs;
  }
}

const onceWithin = (
  texts: readonly string[],
  [from, to]: readonly [number, number],
): ReadonlyMap<string, number> => {
  const once = new Map<string, number>();
  const several = new Set<string>();
  for (let index = from; index < to; index += 1) {
    const text = texts[index] ?? '';
    if (once.has(text)) several.add(text);
    else once.set(text, index);
  }
  for (const text of several) once.delete(text);
  return once;
};

/** The most pairs that are in the same order in both versions. @param pairs by their first index */
const inOrder = (pairs: readonly Pair[]): Pair[] => {
  // The last pair of the best run of each length, and the pair before each.
  const ends: Pair[] = [];
  const previous = new Map<Pair, Pair | undefined>();
  for (const pair of pairs) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ends[middle]?.[1] ?? 0) < pair[1]) low = middle + 1;
      else high = middle;
    }
    previous.set(pair, ends[low - 1]);
    ends[low] = pair;
  }
  const run: Pair[] = [];
  for (let pair = ends.at(-1); pair !== undefined; pair = previous.get(pair)) run.push(pair);
  return run.toReversed();
};

/** None if one of the sides has nothing. */
const sizeOf = (part: Part | undefined): number => {
  if (part === undefined) return 0;
  const { was, is } = part;
  const sizes = [was[1] - was[0], is[1] - is[0]] as const;
  return sizes.includes(0) ? 0 : sizes[0] + sizes[1];
};

const between = ({ was, is }: Part, pairs: readonly Pair[]): Part[] => {
  const parts: Part[] = [];
  let [from, to] = [was[0], is[0]];
  for (const [old, now] of pairs) {
    if (old > from && now > to) parts.push({ was: [from, old], is: [to, now] });
    [from, to] = [old + 1, now + 1];
  }
  if (was[1] > from && is[1] > to) parts.push({ was: [from, was[1]], is: [to, is[1]] });
  return parts;
};
