import { lineKind } from '../../../shared/patch/hunk-lines.ts';
import { firstLines, type TextHunk } from '../../../shared/patch/patch-text.ts';

/** The lines of a text, each with its line feed, so that a missing last one counts. */
export const linesOfText = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];

/** What a hunk replaces and by what, and how many of the first and last lines are the same in both. */
interface Replacement {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly leading: number;
  readonly trailing: number;
}

export interface Replayed {
  readonly lines: readonly string[];
  /** How many hunks do not fit. */
  readonly unfit: number;
}

/** How many lines are compared to find where hunks belong; those of hostile patches could take hours. */
const maxCompared = 20_000_000;

/**
 * Applies hunks to a text that may not be the one they were made for. Each is applied where all that it shows stands,
 * nearest to its place, or else where the lines right beside its changes stand just once; or not at all. One whose
 * result is there already fits as well.
 */
export const replayPatch = (base: readonly string[], hunks: readonly TextHunk[]): Replayed => {
  const lines: string[] = [];
  const budget = { compared: maxCompared };
  let unfit = 0;
  /** The first line of the base that is not yet copied, and how far the last hunk has moved. */
  let next = 0;
  let moved = 0;
  for (const hunk of hunks) {
    const whole = replacementOf(hunk);
    const expected = firstLines(hunk.header).old - 1;
    const left = { base, from: next, budget };
    const found = nearestPlace(left, whole, expected + moved) ?? onlyPlace(left, whole);
    if (found === undefined) {
      if (placesOf(left, whole.after).length === 0) unfit += 1;
      continue;
    }
    const { at, skipped, before, after } = found;
    for (; next < at; next += 1) lines.push(base[next] ?? '');
    // Not by spreading: a new file may have more lines than a call may have arguments.
    for (const line of after) lines.push(line);
    next += before.length;
    moved = at - skipped - expected;
  }
  for (; next < base.length; next += 1) lines.push(base[next] ?? '');
  return { lines, unfit };
};

/** A text, where what is left of it begins, and what may still be compared. */
interface Base {
  readonly base: readonly string[];
  readonly from: number;
  readonly budget: { compared: number };
}

const nearestPlace = (base: Base, whole: Replacement, wanted: number) => {
  if (whole.before.length > 0 && wanted >= base.from && isAt(base, whole.before, wanted))
    return { ...whole, at: wanted, skipped: 0 };
  let nearest: number | undefined;
  for (const at of placesOf(base, whole.before))
    if (nearest === undefined || Math.abs(at - wanted) < Math.abs(nearest - wanted)) nearest = at;
  return nearest === undefined ? undefined : { ...whole, at: nearest, skipped: 0 };
};

/** With one line of context on each side. */
const onlyPlace = (base: Base, { before, after, leading, trailing }: Replacement) => {
  const skipped = Math.max(0, leading - 1);
  const left = Math.max(0, trailing - 1);
  if (skipped + left === 0) return undefined;
  const inner = before.slice(skipped, before.length - left);
  const [at, ...others] = placesOf(base, inner);
  if (at === undefined || others.length > 0) return undefined;
  return { at, skipped, before: inner, after: after.slice(skipped, after.length - left) };
};

/** Where lines stand. No lines stand only in an empty text. */
const placesOf = (text: Base, wanted: readonly string[]): number[] => {
  const { base, from, budget } = text;
  if (wanted.length === 0) return base.length === 0 ? [0] : [];
  const places: number[] = [];
  for (let at = from; at + wanted.length <= base.length && budget.compared > 0; at += 1)
    if (isAt(text, wanted, at)) places.push(at);
  return budget.compared > 0 ? places : [];
};

const isAt = ({ base, budget }: Base, wanted: readonly string[], at: number): boolean => {
  const differing = wanted.findIndex((line, index) => base[at + index] !== line);
  budget.compared -= 1 + (differing < 0 ? wanted.length : differing);
  return differing < 0;
};

const replacementOf = ({ body }: TextHunk): Replacement => {
  const sides = { before: [] as string[], after: [] as string[] };
  let leading = 0;
  let trailing = 0;
  for (const [index, line] of body.entries()) {
    const kind = lineKind(line);
    if (kind === 'note') continue;
    const isWhole = body[index + 1] === undefined || lineKind(body[index + 1] ?? '') !== 'note';
    const text = isWhole ? `${line.slice(1)}\n` : line.slice(1);
    if (kind !== 'added') sides.before.push(text);
    if (kind !== 'deleted') sides.after.push(text);
    if (kind !== 'context') trailing = 0;
    else {
      trailing += 1;
      if (leading === sides.before.length - 1 && leading === sides.after.length - 1) leading += 1;
    }
  }
  return { ...sides, leading, trailing };
};
