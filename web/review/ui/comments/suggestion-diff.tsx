import { memo } from 'react';
import { texts } from '../../../shell/texts/texts.ts';
import { compareLines, compareWords, type TextPart } from './compare-texts.ts';

export interface SuggestionDiffProps {
  readonly original: string;
  readonly replacement: string;
  /** Code is compared by lines, prose by words. */
  readonly isCode: boolean;
}

const tags = { same: 'span', added: 'ins', removed: 'del' } as const;

/** A suggestion as a small diff. */
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
