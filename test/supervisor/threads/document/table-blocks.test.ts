import { describe, expect, it } from 'vitest';
import { documentBlocks } from '../../../../supervisor/threads/document/document-blocks.ts';
import { placePhrase } from '../../../../shared/placement/place-phrases.ts';
import { growth, linear } from '../../../helpers/cpu-time.ts';

const blocksOf = (text: string, name = 'data.csv') =>
  documentBlocks(text, 'text', name).map((block, index) => ({ id: `b${index}`, ...block }));

/** The cells of a table by row, verbatim. */
const cellsOf = (text: string, name?: string): readonly (readonly string[])[] => {
  const [table] = blocksOf(text, name);
  if (table?.kind !== 'table') return [];
  return [...table.html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gsu)].map(([row]) =>
    [...row.matchAll(/<t[hd]>(.*?)<\/t[hd]>/gsu)].map(([, cell = '']) => cell),
  );
};

describe('a data file', () => {
  it.each<[string, string, readonly (readonly string[])[]]>([
    [
      'values',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'quotes, separators and line breaks in quotes',
      'a,"b, ""c""\nd"\n',
      [['a', 'b, &quot;c&quot;\nd']],
    ],
    [
      'empty values, blank lines and rows of different lengths',
      'a,b\n\n,\n1\n1,2,3\n',
      [['a', 'b'], ['', ''], ['1'], ['1', '2', '3']],
    ],
    [
      'semicolons, as some spreadsheets write',
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    ['markup', '<b>,&amp;\n', [['&lt;b&gt;', '&amp;amp;']]],
    ['a quote within a value', 'a"b,c\n', [['a&quot;b', 'c']]],
  ])('is a table of %s', (_, text, cells) => {
    expect(cellsOf(text)).toEqual(cells);
  });

  it('is separated by tabs, if its name says so', () => {
    expect(cellsOf('a,b\tc\n', 'data.tsv')).toEqual([['a,b', 'c']]);
    expect(blocksOf('a\tb\n', 'data.txt').map(({ kind }) => kind)).toEqual(['code']);
  });

  it('has each value at its line', () => {
    const blocks = blocksOf('name,text\nx,"first\nsecond"\ny,third\n');
    expect(blocks).toMatchObject([{ startLine: 1, endLine: 4 }]);
    for (const [phrase, line] of [
      ['text', 1],
      ['first', 2],
      ['second', 3],
      ['third', 4],
    ] as const)
      expect(placePhrase(blocks, phrase)).toMatchObject({ startLine: line, endLine: line });
  });

  it.each([
    ['a quote that does not end', 'a,"b\n1,2'],
    ['something behind a quote', '"a"b,c\n'],
    ['nothing', '\n\n'],
  ])('is text if it has %s', (_, text) => {
    expect(blocksOf(text).map(({ kind }) => kind)).toEqual(['code']);
  });

  it('is text from the row on that a table has no room for', () => {
    const rows = Array.from({ length: 1200 }, (_, at) => `${at},"x\ny"`);
    const blocks = blocksOf(`a,b\n${rows.join('\n')}\n`);
    expect(blocks.map(({ kind, startLine, endLine }) => [kind, startLine, endLine])).toEqual([
      ['table', 1, 2001],
      ['code', 2002, 2401],
    ]);
    expect(blocks[1]?.html).toContain('data-info="csv 2002–2401"');
    expect(blocks[1]?.text.startsWith('1000,"x\ny"\n')).toBe(true);
  });

  it('has what a table has no columns for as text in the last one', () => {
    const [row] = cellsOf(Array.from({ length: 60 }, (_, at) => at).join(','));
    expect(row?.length).toBe(50);
    expect(row?.at(-1)).toBe('49,50,51,52,53,54,55,56,57,58,59');
  });

  it.each([
    ['quotes', (n: number) => '"'.repeat(n)],
    ['separators', (n: number) => ','.repeat(n)],
    ['line breaks in quotes', (n: number) => `"${'\n'.repeat(n)}"`],
    ['rows', (n: number) => 'a,"b"\n'.repeat(n)],
  ])('takes linear time: %s', { timeout: 60_000 }, async (_, text) => {
    const grown = await growth(5000, (size) => {
      const made = text(size);
      return () => blocksOf(made);
    });
    expect(grown).toBeLessThan(linear);
  });
});
