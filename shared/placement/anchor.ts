/**
 * Where an annotation belongs in another version of its text: verbatim, approximately, at a place between the same
 * neighbours with other text, or nowhere, with the original text.
 */
export type Anchor<Place> =
  | { readonly kind: 'exact' | 'approximate' | 'replaced'; readonly place: Place }
  | { readonly kind: 'unplaced'; readonly was: string | undefined };

/** Known lines or blocks by number, ascending. */
export type NumberedTexts = ReadonlyMap<number, string>;

/** First and last number. */
export type NumberRange = readonly [first: number, last: number];

/** How far away a neighbour may be. */
const maxDistance = 100;
/** How much longer the new text may be. */
const maxGrowth = 10;

interface Versions {
  readonly before: NumberedTexts;
  readonly after: NumberedTexts;
}

/**
 * Finds what replaced a range in another version of a text: what is between its neighbours, keeping the range's
 * distance to them. Undefined if there is nothing, a neighbour is missing, or much more text than before.
 */
export const betweenNeighbours = (
  versions: Versions,
  [first, last]: NumberRange,
): NumberRange | undefined => {
  const [above, below] = neighboursOf(versions, [first, last]);
  if (above === undefined || below === undefined) return undefined;
  const start = above[1] + first - above[0];
  const end = below[1] + last - below[0];
  return start > end || end - start > (last - first) * 2 + maxGrowth ? undefined : [start, end];
};

/** How far the neighbours of a range have moved; undefined if there are none, or if they have moved apart. */
export const shiftOfNeighbours = (versions: Versions, range: NumberRange): number | undefined => {
  const [above, below] = neighboursOf(versions, range).map((place) => place && place[1] - place[0]);
  return above === undefined || below === undefined || above === below
    ? (above ?? below)
    : undefined;
};

/** The nearest texts above and below that are unique in both versions, with their numbers in each. */
const neighboursOf = ({ before, after }: Versions, [first, last]: NumberRange) => {
  const [was, is] = [onceIn(before), onceIn(after)];
  const neighbour = (from: number, step: 1 | -1): NumberRange | undefined => {
    for (let at = from; Math.abs(at - from) < maxDistance; at += step) {
      const text = before.get(at);
      const there = text === undefined || !was.has(text) ? undefined : is.get(text);
      if (there !== undefined) return [at, there];
    }
    return undefined;
  };
  return [neighbour(first - 1, -1), neighbour(last + 1, 1)] as const;
};

const knownOnce = new WeakMap<NumberedTexts, ReadonlyMap<string, number>>();

/** The numbers of texts that occur once; remembered, since thousands of ranges may be sought in the same texts. */
export const onceIn = (texts: NumberedTexts): ReadonlyMap<string, number> => {
  const known = knownOnce.get(texts);
  if (known !== undefined) return known;
  const once = new Map<string, number>();
  const several = new Set<string>();
  for (const [number, text] of texts) {
    if (once.has(text)) several.add(text);
    once.set(text, number);
  }
  for (const text of several) once.delete(text);
  knownOnce.set(texts, once);
  return once;
};
