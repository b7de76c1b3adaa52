import {
  betweenNeighbours,
  shiftOfNeighbours,
  type Anchor,
  type NumberedTexts,
  type NumberRange,
} from './anchor.ts';
import { matchTexts, type TextMatches } from './match-texts.ts';
import { placeApproximately, type WorkBudget } from './place-approximately.ts';
import type { PhrasePlacement, PlacedBlock } from './placement-at.ts';

/** Lines with an annotation, 1-based, and their code at that time. */
interface QuotedLines {
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly code: string | undefined;
  /** Whether its code had no place: the lines are of an earlier version. */
  readonly isOutdated?: boolean;
}

export type LinePlace = Pick<QuotedLines, 'lineStart' | 'lineEnd'>;

/** An annotation on lines of one side of a changed file. */
interface OnLines {
  readonly filePath?: string;
  readonly side?: 'old' | 'new';
  readonly lineStart?: number;
  readonly lineEnd?: number;
  readonly isOutdated?: boolean;
  readonly isApproximate?: boolean;
}

export interface FileQuote extends Omit<QuotedLines, 'isOutdated'>, Required<OnLines> {
  readonly lineStart: number;
  readonly lineEnd: number;
}

/** The annotated lines; undefined for a file or general annotation. */
export const quotedLines = (on: OnLines, code: string | undefined): FileQuote | undefined => {
  const { filePath, lineStart, lineEnd = lineStart } = on;
  const { side = 'new', isOutdated = false, isApproximate = false } = on;
  return filePath === undefined || lineStart === undefined || lineEnd === undefined
    ? undefined
    : { filePath, side, lineStart, lineEnd, code, isOutdated, isApproximate };
};

/** Moves it to its new place, marked if that does not match verbatim; without a place it keeps its lines. */
export const anchoredLines = <Part extends OnLines>(
  part: Part,
  anchor: Anchor<LinePlace> | undefined,
): Part => {
  if (anchor === undefined) return part;
  const { isOutdated: _outdated, isApproximate: _approximate, ...rest } = part;
  if (anchor.kind === 'unplaced') return { ...rest, isOutdated: true } as Part;
  const mark = anchor.kind === 'exact' ? {} : { isApproximate: true };
  return { ...rest, ...anchor.place, ...mark } as Part;
};

/** Two versions of one side of a file; `before` is undefined if it does not have the lines. */
interface Versions {
  readonly before: NumberedTexts | undefined;
  readonly after: NumberedTexts;
}

/** How far from its old place to look for code that occurs more than once. */
const nearLines = 100;

/**
 * Finds quoted lines in another version of a file, in short steps. Code that occurs several times is told apart by the
 * lines around it; where these do not tell, its place is approximate.
 */
export function* anchorLines(
  quoted: QuotedLines,
  { before, after }: Versions,
  budget: WorkBudget,
): Generator<void, Anchor<LinePlace>> {
  const { lineStart, lineEnd, code } = quoted;
  const range = [lineStart, lineEnd] as const;
  const wanted = code === undefined ? undefined : linesOfCode(code);
  const matches = before === undefined ? undefined : yield* matchTexts({ before, after });
  const moved = matches && movedRange(range, matches);
  // Otherwise it stood elsewhere, and its lines have other code.
  const stood =
    before !== undefined && standsAt(before, lineStart, wanted ?? textsOf(before, range));
  if (moved !== undefined && stood) return { kind: 'exact', place: placeAt(...moved) };
  const at = (start: number) => placeAt(start, start + lineEnd - lineStart);
  if (before !== undefined && wanted !== undefined) {
    const start = stood ? undefined : certainStart(quoted, { before, after });
    if (start !== undefined) return { kind: 'exact', place: at(start) };
  }
  if (wanted !== undefined) {
    budget.steps -= after.size;
    const found = occurrencesOf(wanted, after).filter((start) => !isKept(start, wanted, matches));
    // It has been gone before: none of several tells that it is back.
    if (quoted.isOutdated === true && found.length > 1) return { kind: 'unplaced', was: code };
    const start = nearestOf(found, lineStart);
    const isCertain =
      found.length === 1 &&
      quoted.isOutdated !== true &&
      (!stood || occurrencesOf(wanted, before).length === 1);
    if (start !== undefined) return { kind: isCertain ? 'exact' : 'approximate', place: at(start) };
  }
  if (moved !== undefined) return { kind: 'approximate', place: placeAt(...moved) };
  if (code !== undefined) {
    const prefix = before?.get(lineStart - 1);
    const suffix = before?.get(lineEnd + 1);
    const beside = new Set(
      [...(before ?? [])].flatMap(([number, text]) =>
        number < lineStart || number > lineEnd ? [text] : [],
      ),
    );
    const quote = {
      text: code,
      line: lineStart,
      prefix: prefix === undefined ? undefined : `${prefix}\n`,
      suffix: suffix === undefined ? undefined : `\n${suffix}`,
      isOther: ({ startLine, endLine }: PhrasePlacement) =>
        textsOf(after, [startLine, endLine]).every((text) => beside.has(text)),
    };
    const near = yield* placeApproximately(blocksOf(after), quote, budget);
    if (near !== undefined)
      return { kind: 'approximate', place: placeAt(near.startLine, near.endLine) };
  }
  const between = before === undefined ? undefined : betweenNeighbours({ before, after }, range);
  return between === undefined
    ? { kind: 'unplaced', was: code }
    : { kind: 'replaced', place: placeAt(...between) };
}

/** Where all lines of a range are now, if they are still next to each other. */
const movedRange = (
  [first, last]: NumberRange,
  { places }: TextMatches,
): NumberRange | undefined => {
  const start = places.get(first);
  if (start === undefined) return undefined;
  for (let line = first + 1; line <= last; line += 1)
    if (places.get(line) !== start + line - first) return undefined;
  return [start, start + last - first];
};

const standsAt = (lines: NumberedTexts, start: number, wanted: readonly string[]): boolean =>
  wanted.every((line, index) => lines.get(start + index) === line);

/** Whether all of it was there before, as other lines. */
const isKept = (
  start: number,
  wanted: readonly string[],
  matches: TextMatches | undefined,
): boolean => matches !== undefined && wanted.every((_, index) => matches.kept.has(start + index));

/** Where code is that has moved along with its neighbours. */
const certainStart = (
  { code = '', lineStart, lineEnd }: QuotedLines,
  { before, after }: Record<'before' | 'after', NumberedTexts>,
): number | undefined => {
  const shift = shiftOfNeighbours({ before, after }, [lineStart, lineEnd]);
  return shift !== undefined && standsAt(after, lineStart + shift, linesOfCode(code))
    ? lineStart + shift
    : undefined;
};

/** Finds code verbatim: its only occurrence, or the nearest one close to its old place. Undefined if there is none. */
export const findCode = (
  lines: NumberedTexts,
  { code, lineStart }: Pick<QuotedLines, 'code' | 'lineStart'>,
): number | undefined => {
  if (code === undefined) return undefined;
  return nearestOf(occurrencesOf(linesOfCode(code), lines), lineStart);
};

const nearestOf = (found: readonly number[], lineStart: number): number | undefined => {
  const nearest = found.reduce<number | undefined>(
    (best, start) =>
      best === undefined || Math.abs(start - lineStart) < Math.abs(best - lineStart) ? start : best,
    undefined,
  );
  if (nearest === undefined || found.length === 1) return nearest;
  return Math.abs(nearest - lineStart) <= nearLines ? nearest : undefined;
};

/** The lines of quoted code, without line ends. */
export const linesOfCode = (code: string): string[] =>
  code
    .replace(/\n$/u, '')
    .split('\n')
    .map((line) => line.replace(/\r$/u, ''));

const placeAt = (...[lineStart, lineEnd]: NumberRange): LinePlace => ({ lineStart, lineEnd });

const textsOf = (lines: NumberedTexts, [first, last]: NumberRange): string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => lines.get(first + at) ?? '');

/** The first line of each occurrence, in linear time. Source: Knuth, Morris and Pratt, 1977. */
const occurrencesOf = (wanted: readonly string[], lines: NumberedTexts): number[] => {
  const fallback = [0];
  const after = (matched: number, line: string): number => {
    let state = matched;
    while (state > 0 && wanted[state] !== line) state = fallback[state - 1] ?? 0;
    return wanted[state] === line ? state + 1 : 0;
  };
  for (const line of wanted.slice(1)) fallback.push(after(fallback.at(-1) ?? 0, line));
  const found: number[] = [];
  let matched = 0;
  let previous = 0;
  for (const [number, line] of lines) {
    matched = after(number === previous + 1 ? matched : 0, line);
    if (matched === wanted.length) found.push(number - wanted.length + 1);
    previous = number;
  }
  return found;
};

/** Each run of consecutive lines as one block. */
const blocksOf = (lines: NumberedTexts): PlacedBlock[] => {
  const runs: { first: number; texts: string[] }[] = [];
  let previous = 0;
  for (const [number, text] of lines) {
    const run = number === previous + 1 ? runs.at(-1) : undefined;
    if (run === undefined) runs.push({ first: number, texts: [text] });
    else run.texts.push(text);
    previous = number;
  }
  return runs.map(({ first, texts }, index) => ({
    id: `${index}`,
    startLine: first,
    endLine: first + texts.length - 1,
    text: texts.join('\n'),
    marks: [],
  }));
};
