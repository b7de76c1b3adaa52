import { ApproximateMatcher } from './approximate-matcher.ts';
import { gramsOf, type BlockGrams } from './block-grams.ts';
import { collapse, CollapsedText, isWhiteSpace } from './collapsed-text.ts';
import { LineBreaks } from './line-breaks.ts';
import { placementAt, type PhrasePlacement, type PlacedBlock } from './placement-at.ts';

/** A quoted phrase, and what is known about its place. */
export interface Quote {
  readonly text: string;
  /** The text right before and after it. */
  readonly prefix?: string | undefined;
  readonly suffix?: string | undefined;
  /** 1-based line of the source. */
  readonly line?: number | undefined;
  /** Whether a place is known to be a different one, which already existed next to the phrase. */
  readonly isOther?: (place: PhrasePlacement) => boolean;
}

/** Remaining work for searches, in matcher steps; may be shared. */
export interface WorkBudget {
  steps: number;
  /** Makes searches for many phrases in the same blocks fast where they differ by a few characters. */
  readonly grams?: BlockGrams;
}

/** A second or two. */
export const maxWork = 64 * 1024 * 1024;

/** Longer phrases are only matched verbatim. */
const maxPhraseLength = 2048;
const errorShare = 1 / 5;
/** So few errors are looked for first, only in blocks with most of the phrase's grams. */
const fewErrorsShare = 1 / 10;
/** What looking at the grams of a block takes. */
const gramSteps = 8;
/** Blocks per step. */
const blocksAtOnce = 256;
/** How much better than the second-best place the best one must be. */
const leadShare = 1 / 10;
/** The best places are compared by context; if there are more, those nearest to the old place. */
const maxCandidates = 32;
const maxContextLength = 200;

/** Source: the weights of the Hypothesis client, `src/annotator/anchoring/match-quote.ts`. */
const weights = { quote: 50, prefix: 20, suffix: 20, line: 2 };

interface Search {
  /** With white space collapsed. */
  readonly phrase: string;
  readonly maxErrors: number;
  readonly quote: Quote;
  readonly budget: WorkBudget;
  /** Leaves out blocks that cannot have it. */
  readonly grams?: BlockGrams | undefined;
}

/** A possible place of the phrase. */
interface Candidate {
  readonly block: PlacedBlock;
  readonly collapsed: CollapsedText;
  readonly breaks: LineBreaks;
  /** End of the match in the collapsed text. */
  end: number;
  readonly errors: number;
}

interface RatedPlace {
  readonly place: PhrasePlacement;
  readonly text: string;
  readonly errors: number;
  readonly score: number;
}

/**
 * Finds a phrase that differs by at most a fifth; undefined if it is not found, ambiguous, or over budget. The work is
 * bounded by the budget, whatever the input, and comes in steps of a few milliseconds.
 */
export function* placeApproximately(
  blocks: readonly PlacedBlock[],
  quote: Quote,
  budget: WorkBudget,
): Generator<void, PhrasePlacement | undefined> {
  const phrase = collapse(quote.text).trim();
  const maxErrors = Math.floor(phrase.length * errorShare);
  const lead = Math.ceil(phrase.length * leadShare);
  const within = function* (errors: number, grams?: BlockGrams) {
    // Search far enough to see the second-best place.
    const search = { phrase, maxErrors: errors + lead - 1, quote, budget, grams };
    const rated = yield* ratedPlaces(blocks, search);
    return rated.filter(({ place }) => quote.isOther?.(place) !== true);
  };
  const few = Math.floor(phrase.length * fewErrorsShare);
  let [best, second] =
    budget.grams !== undefined && hasOnlyText(quote) ? yield* within(few, budget.grams) : [];
  if (best === undefined || best.errors > few) [best, second] = yield* within(maxErrors);
  if (best === undefined || best.errors > maxErrors) return undefined;
  const isClear = second === undefined || best.score - second.score >= weights.quote * leadShare;
  return isClear ? best.place : undefined;
}

/** Whether places are compared by their errors alone. */
const hasOnlyText = ({ prefix = '', suffix = '', line, isOther }: Quote): boolean =>
  prefix === '' && suffix === '' && line === undefined && isOther === undefined;

/** Finds a phrase verbatim; of several places, the most likely one by context. */
export function* placeByContext(
  blocks: readonly PlacedBlock[],
  quote: Quote,
  budget: WorkBudget,
): Generator<void, PhrasePlacement | undefined> {
  const search = { phrase: collapse(quote.text).trim(), maxErrors: 0, quote, budget };
  const places = yield* ratedPlaces(blocks, search);
  return places.find(({ text, place }) => text === quote.text && quote.isOther?.(place) !== true)
    ?.place;
}

/** Best first. */
function* ratedPlaces(
  blocks: readonly PlacedBlock[],
  search: Search,
): Generator<void, RatedPlace[]> {
  const { phrase, maxErrors, quote, budget } = search;
  if (phrase === '' || phrase.length > maxPhraseLength || budget.steps <= 0) return [];
  const backwards = new ApproximateMatcher(reverse(phrase), maxErrors);
  const lines = Math.max(1, ...blocks.slice(-1).map(({ endLine }) => endLine));
  const rated: RatedPlace[] = [];
  for (const candidate of yield* candidatesOf(blocks, search)) {
    const { block, collapsed, breaks, errors } = candidate;
    const last = collapsed.offsetOf(candidate.end - 1) + 1;
    const chars = phrase.length + errors;
    const first = startOf(block.text, { end: last, errors, chars, backwards });
    yield;
    if (first === undefined) continue;
    const start = isWithinCharacter(block.text, first) ? first - 1 : first;
    const end = isWithinCharacter(block.text, last) ? last + 1 : last;
    const place = placementAt(block, [start, end], breaks.count);
    const { prefix = '', suffix = '', line = place.startLine } = quote;
    const score =
      weights.quote * (1 - errors / phrase.length) +
      weights.prefix *
        closeness(block.text.slice(Math.max(0, start - maxContextLength), start), prefix) +
      weights.suffix *
        closeness(reverse(block.text.slice(end, end + maxContextLength)), reverse(suffix)) +
      weights.line * (1 - Math.min(1, Math.abs(place.startLine - line) / lines));
    rated.push({ place, text: block.text.slice(start, end), errors, score });
  }
  budget.steps -= backwards.steps;
  return rated.toSorted((one, other) => other.score - one.score);
}

/** The places with the fewest errors; none if over budget. */
function* candidatesOf(
  blocks: readonly PlacedBlock[],
  { phrase, maxErrors, quote, budget, grams }: Search,
): Generator<void, readonly Candidate[]> {
  const matcher = new ApproximateMatcher(phrase, maxErrors);
  const found = new Candidates(quote.line);
  const own = grams === undefined ? [] : gramsOf(phrase);
  for (const [index, block] of blocks.entries()) {
    if (grams !== undefined) {
      budget.steps -= gramSteps;
      if (index % blocksAtOnce === 0) yield;
      if (!grams.mayHave(block, own, maxErrors)) continue;
    }
    const collapsed = new CollapsedText(block.text);
    const breaks = new LineBreaks(block.text);
    matcher.restart();
    let run: { at: number; candidate: Candidate } | undefined;
    for (const { piece, base, from } of collapsed.pieces()) {
      breaks.readTo(from);
      const before = matcher.steps;
      for (let at = 0; at < piece.length; at += 1) {
        const unit = piece.charCodeAt(at);
        const errors = matcher.read(unit);
        // A match ending in a space is no better than the same without it.
        if (errors === undefined || unit === 0x20) continue;
        const end = base + at + 1;
        const isNew = run === undefined || end - run.at >= Math.ceil(phrase.length / 2);
        if (run === undefined || isNew || errors < run.candidate.errors) {
          const candidate = { block, collapsed, breaks, end, errors };
          if (isNew) found.add(candidate);
          else found.improve(candidate);
          run = { at: end, candidate };
        } else if (errors === run.candidate.errors && end - run.at <= errors)
          // Include substitutes for the last characters.
          run.candidate.end = end;
      }
      budget.steps -= matcher.steps - before;
      if (budget.steps < 0) return [];
      yield;
    }
  }
  return found.best();
}

/** Keeps a bounded number of candidates. */
class Candidates {
  readonly #line: number | undefined;
  #found: Candidate[] = [];
  #last: Candidate[] = [];

  constructor(line: number | undefined) {
    this.#line = line;
  }

  add(candidate: Candidate): void {
    this.#found.push(...this.#last);
    this.improve(candidate);
    if (this.#found.length >= maxCandidates * 8) this.#found = this.#best(this.#found);
  }

  /** Replaces the last candidate with a better one that overlaps it. */
  improve(candidate: Candidate): void {
    this.#last = [candidate];
  }

  best(): Candidate[] {
    return this.#best([...this.#found, ...this.#last]);
  }

  #best(found: readonly Candidate[]): Candidate[] {
    return found
      .toSorted((one, other) => one.errors - other.errors || this.#far(one) - this.#far(other))
      .slice(0, maxCandidates);
  }

  #far({ block }: Candidate): number {
    return this.#line === undefined ? 0 : Math.abs(block.startLine - this.#line);
  }
}

interface End {
  readonly end: number;
  readonly errors: number;
  /** Maximum length of the match, in characters of the collapsed text. */
  readonly chars: number;
  readonly backwards: ApproximateMatcher;
}

/** The start of the longest match with this end; undefined if there is too much white space to look. */
const startOf = (text: string, { end, errors, chars, backwards }: End): number | undefined => {
  backwards.restart();
  let start: number | undefined;
  let read = 0;
  let isBeforeSpace = false;
  for (let at = end - 1; at >= Math.max(0, end - chars * 16) && read < chars; at -= 1) {
    const unit = text.charCodeAt(at);
    const isSpace = isWhiteSpace(unit);
    if (isSpace && isBeforeSpace) continue;
    isBeforeSpace = isSpace;
    read += 1;
    const there = backwards.read(isSpace ? 0x20 : unit);
    if (there !== undefined && there <= errors && !isSpace) start = at;
  }
  return start;
};

/** Whether an offset splits a surrogate pair. */
const isWithinCharacter = (text: string, offset: number): boolean =>
  offset > 0 && (text.codePointAt(offset - 1) ?? 0) > 0xff_ff;

/** How much of `wanted`, 0 to 1, matches the end of `there`. */
const closeness = (there: string, wanted: string): number => {
  const sought = collapse(wanted).slice(-maxContextLength);
  if (sought === '') return 0;
  const matcher = new ApproximateMatcher(sought, sought.length - 1);
  let errors: number | undefined;
  const text = collapse(there);
  for (let at = 0; at < text.length; at += 1) errors = matcher.read(text.charCodeAt(at));
  return 1 - (errors ?? sought.length) / sought.length;
};

const reverse = (text: string): string => {
  let reversed = '';
  for (let at = text.length - 1; at >= 0; at -= 1) reversed += text.charAt(at);
  return reversed;
};
