import { diffLines, diffWordsWithSpace } from 'diff';

/** A run of a text that stayed, came or went. */
export interface TextPart {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Texts that differ by more than this, in milliseconds of comparing, are shown as one that went and one that came. */
const timeout = 40;

/** What a replacement changes in a text, word by word. */
export const compareWords = (original: string, replacement: string): TextPart[] =>
  partsOf(diffWordsWithSpace(original, replacement, { timeout }), original, replacement);

/** What a replacement changes in code: each part is one line, without its end. */
export const compareLines = (original: string, replacement: string): TextPart[] => {
  const [before, after] = [closed(original), closed(replacement)];
  return partsOf(diffLines(before, after, { timeout }), before, after).flatMap(({ kind, text }) =>
    text
      .replace(/\n$/u, '')
      .split('\n')
      .map((line) => ({ kind, text: line })),
  );
};

/** A last line without an end is no other line than the same with one. No text has no line. */
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
