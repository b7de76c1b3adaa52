import { collapse, CollapsedText } from './collapsed-text.ts';
import { LineBreaks } from './line-breaks.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import { placementAt, type PhrasePlacement, type PlacedBlock } from './placement-at.ts';

/** Characters of phrases per pass; more phrases need more passes, not more memory. */
const charsAtOnce = 512 * 1024;
/** Characters of text per step. */
const pieceChars = 8 * 1024;

/** Places by phrase; phrases that were not found are missing. */
export type Placements = Map<string, PhrasePlacement>;

/**
 * Finds the first place of each phrase. A phrase that differs only in white space (a line wrapped elsewhere) is found,
 * too, if there is no exact match. Takes linear time in document and phrases, in steps of about a millisecond.
 */
export function* placePhrases(
  blocks: readonly PlacedBlock[],
  phrases: Iterable<string>,
): Generator<void, Placements> {
  const placements: Placements = new Map();
  for (const group of groupsOf(phrases)) {
    yield* placeExactly(blocks, group, placements);
    yield* placeLoosely(
      blocks,
      group.filter((phrase) => !placements.has(phrase)),
      placements,
    );
  }
  return placements;
}

/** Finds a single phrase in one go. */
export const placePhrase = (
  blocks: readonly PlacedBlock[],
  phrase: string,
): PhrasePlacement | undefined => {
  const steps = placePhrases(blocks, [phrase]);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value.get(phrase);
  }
};

function* groupsOf(phrases: Iterable<string>): Generator<string[]> {
  let group: string[] = [];
  let chars = 0;
  for (const phrase of new Set(phrases)) {
    if (phrase === '') continue;
    if (chars > 0 && chars + phrase.length > charsAtOnce) {
      yield group;
      group = [];
      chars = 0;
    }
    group.push(phrase);
    chars += phrase.length;
  }
  if (group.length > 0) yield group;
}

function* placeExactly(
  blocks: readonly PlacedBlock[],
  phrases: readonly string[],
  placements: Placements,
): Generator<void> {
  const matcher = new PhraseMatcher(phrases);
  yield* matcher.prepare();
  for (const block of blocks) {
    if (matcher.left === 0) return;
    const breaks = new LineBreaks(block.text);
    matcher.restart();
    for (let from = 0; from < block.text.length; from += pieceChars) {
      const piece = block.text.slice(from, from + pieceChars);
      breaks.readTo(from);
      matcher.read(piece, from, (index, end) => {
        const phrase = phrases[index] ?? '';
        placements.set(phrase, placementAt(block, [end - phrase.length, end], breaks.count));
      });
      yield;
    }
  }
}

function* placeLoosely(
  blocks: readonly PlacedBlock[],
  phrases: readonly string[],
  placements: Placements,
): Generator<void> {
  const meant = byWords(phrases);
  if (meant.size === 0) return;
  const sought = [...meant.keys()];
  const matcher = new PhraseMatcher(sought);
  yield* matcher.prepare();
  for (const block of blocks) {
    if (matcher.left === 0) return;
    const breaks = new LineBreaks(block.text);
    const collapsed = new CollapsedText(block.text);
    matcher.restart();
    for (const { piece, base } of collapsed.pieces()) {
      matcher.read(piece, base, (index, end) => {
        const words = sought[index] ?? '';
        const start = collapsed.offsetOf(end - words.length);
        const place = placementAt(block, [start, collapsed.offsetOf(end - 1) + 1], breaks.count);
        for (const phrase of meant.get(words) ?? []) placements.set(phrase, place);
      });
      yield;
    }
  }
}

/** Phrases by their collapsed form, except blank ones. */
const byWords = (phrases: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const meant = new Map<string, string[]>();
  for (const phrase of phrases) {
    const words = collapse(phrase).trim();
    if (words !== '') meant.set(words, [...(meant.get(words) ?? []), phrase]);
  }
  return meant;
};
