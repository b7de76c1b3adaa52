import { describe, expect, it } from 'vitest';
import { formatTable } from '../../../cli/output/table.ts';
import { textWidth, truncate } from '../../../cli/output/text-width.ts';

interface Row {
  readonly id: string;
  readonly title: string;
}

const columns = [
  { title: 'ID', value: ({ id }: Row) => id },
  { title: 'TITLE', value: ({ title }: Row) => title, canShrink: true },
  { title: 'END', value: () => 'x' },
];

describe('a table', () => {
  it('aligns its columns by cell width', () => {
    const rows = [
      { id: '1', title: '日本語' },
      { id: '22', title: 'abc' },
    ];
    expect(formatTable({ columns, rows, width: undefined })).toBe(
      'ID  TITLE   END\n1   日本語  x\n22  abc     x\n',
    );
  });

  it('truncates only columns that can shrink if the terminal is too narrow', () => {
    const rows = [{ id: 'abcdefghijkl', title: 'A title that is much too long for this' }];
    const text = formatTable({ columns, rows, width: 36 });
    for (const line of text.trimEnd().split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(36);
    expect(text).toContain('abcdefghijkl  A title that is …');
  });

  it('keeps every cell on its line', () => {
    const rows = [{ id: '1', title: 'a\nb\u001B[2K\rc' }];
    expect(formatTable({ columns, rows, width: undefined }).split('\n')[1]).toBe('1   a bc   x');
  });
});

describe('the width of a text', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['Grüße', 5],
    ['日本', 4],
    ['한글', 4],
    ['e\u0301', 1],
    ['🚀', 2],
  ])('%s takes %i cells', (text, width) => {
    expect(textWidth(text)).toBe(width);
  });

  it('is respected when truncating', () => {
    expect(truncate('日本語', 4)).toBe('日…');
    expect(truncate('abc', 3)).toBe('abc');
  });
});
