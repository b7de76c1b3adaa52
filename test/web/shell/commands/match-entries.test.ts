import { describe, expect, it } from 'vitest';
import { matchEntries } from '../../../../web/shell/commands/match-entries.ts';

const titles = (query: string, ...all: string[]) =>
  matchEntries(
    all.map((title) => ({ id: title, title, keys: [] })),
    query,
  ).map(({ title }) => title);

describe('matchEntries', () => {
  it.each([
    ['everything, in its order, without a query', '', ['b', 'a'], ['b', 'a']],
    ['parts of words, whatever their case', 'OMM', ['Comment', 'Close'], ['Comment']],
    [
      'all of the words, in any order',
      'whole comm',
      ['Comment on the whole', 'Comment here'],
      ['Comment on the whole'],
    ],
    [
      'beginnings of words first',
      'view',
      ['Preview', 'Show the view'],
      ['Show the view', 'Preview'],
    ],
    [
      'beginnings within a path first',
      'store',
      ['src/restore.ts', 'src/store.ts'],
      ['src/store.ts', 'src/restore.ts'],
    ],
    ['nothing', 'zz', ['Comment'], []],
  ])('finds %s', (_what, query, all, expected) => {
    expect(titles(query, ...all)).toEqual(expected);
  });

  it('limits the number of matches', () => {
    expect(titles('x', ...Array.from({ length: 500 }, (_, index) => `x${index}`))).toHaveLength(
      100,
    );
  });
});
