import { diffLines, diffWordsWithSpace } from 'diff';
import { memo } from 'react';
import { texts } from '../../../shell/texts/texts.ts';

export interface SuggestionDiffProps {
  readonly original: string;
  readonly replacement: string;
  /** Code is compared by lines, prose by words. */
  readonly isCode: boolean;
}

const tags = { same: 'span', added: 'ins', removed: 'del' } as const;

export const SuggestionDiff = memo(({ original, replacement, isCode }: SuggestionDiffProps) => {
  const parts = (isCode ? compareLines : compareWords)(original, replacement);
  return (
    // Long lines must be scrollable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div
      className={isCode ? 'suggestion-diff suggestion-code' : 'suggestion-diff suggestion-prose'}
      role="group"
      aria-label={texts().comments.suggested}
      tabIndex={isCode ? 0 : undefined}
    >
      {parts.map((part, index) => (
        // The order of parts never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <Part key={index} part={part} />
      ))}
    </div>
  );
});

const Part = ({ part: { kind, text } }: { readonly part: TextPart }) => {
  const Tag = tags[kind];
  return <Tag>{text}</Tag>;
};

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
