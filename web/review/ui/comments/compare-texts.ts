import { diffLines, diffWordsWithSpace } from 'diff';

/** A run of unchanged, added or removed text. */
export interface TextPart {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Limit in milliseconds; beyond it, the whole text counts as replaced. */
const timeout = 40;

/** Diffs prose by words. */
export const compareWords = (original: string, replacement: string): TextPart[] =>
  partsOf(diffWordsWithSpace(original, replacement, { timeout }), original, replacement);

/** Diffs code by lines, without line endings. */
export const compareLines = (original: string, replacement: string): TextPart[] => {
  const [before, after] = [closed(original), closed(replacement)];
  return partsOf(diffLines(before, after, { timeout }), before, after).flatMap(({ kind, text }) =>
    text
      .replace(/\n$/u, '')
      .split('\n')
      .map((line) => ({ kind, text: line })),
  );
};

/** Adds a missing final newline, which is not a difference. An empty text has no line. */
const closed = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

interface Change {
  readonly value: string;
  readonly added: boolean;
  readonly removed: boolean;
}

const partsOf = (
  changes: readonly Change[] | undefined,
  original: string,
  replacement: string,
): TextPart[] => {
  const parts: TextPart[] = changes?.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  })) ?? [
    { kind: 'removed', text: original },
    { kind: 'added', text: replacement },
  ];
  return parts.filter(({ text }) => text !== '');
};
