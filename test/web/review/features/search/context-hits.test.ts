import { expect, it } from 'vitest';
import { withContextHits } from '../../../../../web/review/features/search/context-hits.ts';
import type { LineHit } from '../../../../../web/review/store/search-slice.ts';

const files = [
  // The second hunk only deletes, without context.
  { id: 'a', hunks: [[3, 2, 3, 3] as const, [9, 2, 9, 0] as const] },
  { id: 'b', hunks: [[1, 1, 1, 1] as const] },
].map(({ id, hunks }) => ({ id, hunks: hunks.map(([...hunk]) => hunk) }));

const hit = (fileId: string, line: number, side: 'old' | 'new' = 'new', start = 0): LineHit => ({
  kind: 'line',
  fileId,
  side,
  line,
  start,
});

it('hits in the lines around hunks come between those of the patch, each once', () => {
  const found = [hit('a', 4, 'old'), hit('a', 3), hit('a', 10, 'old'), hit('b', 1)];
  const lines = new Map([9, 10, 1, 3, 7].map((line) => [line, line === 7 ? 'x' : 'word']));
  const contexts = [
    { fileId: 'b', lines: new Map([[5, 'a word, and a word']]) },
    { fileId: 'a', lines },
  ];
  const content = { query: 'word', files, contexts };
  expect(withContextHits(found, content)).toEqual([
    hit('a', 1),
    hit('a', 4, 'old'),
    hit('a', 3),
    hit('a', 9),
    hit('a', 10, 'old'),
    hit('a', 10),
    hit('b', 1),
    hit('b', 5, 'new', 2),
    hit('b', 5, 'new', 14),
  ]);
  expect(withContextHits(found, { ...content, query: 'none' })).toBe(found);
});
