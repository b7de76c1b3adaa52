import { describe, expect, it } from 'vitest';
import {
  compareLines,
  compareWords,
  type TextPart,
} from '../../../../../web/review/ui/comments/suggestion-diff.tsx';

const signs = { same: ' ', added: '+', removed: '-' } as const;
const shown = (parts: readonly TextPart[]) => parts.map(({ kind, text }) => signs[kind] + text);

describe('compareLines', () => {
  it.each([
    { name: 'a changed line', from: 'a\nb\nc', to: 'a\nB\nc', lines: [' a', '-b', '+B', ' c'] },
    { name: 'an end of line that is missing', from: 'a\n', to: 'a', lines: [' a'] },
    { name: 'an empty line', from: 'a', to: 'a\n\nb', lines: [' a', '+', '+b'] },
    { name: 'nothing in its place', from: 'a\nb', to: '', lines: ['-a', '-b'] },
    { name: 'markup', from: '<b>', to: '<i>', lines: ['-<b>', '+<i>'] },
  ])('shows $name', ({ from, to, lines }) => {
    expect(shown(compareLines(from, to))).toEqual(lines);
  });

  it('gives up on large texts and shows them as a whole', () => {
    const text = (word: string) =>
      Array.from({ length: 20_000 }, (_, index) => `${word}${(index * 7919) % 104_729}`).join('\n');
    const parts = compareLines(text('a'), text('b'));
    expect(parts.filter(({ kind }) => kind === 'removed')).toHaveLength(20_000);
    expect(parts.filter(({ kind }) => kind === 'added')).toHaveLength(20_000);
  });
});

describe('compareWords', () => {
  it('marks the words that differ and keeps every space', () => {
    const parts = compareWords('a  big house', 'a  large house');
    expect(shown(parts)).toEqual([' a  ', '-big', '+large', '  house']);
  });
});
