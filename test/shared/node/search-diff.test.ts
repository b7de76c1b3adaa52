import fc from 'fast-check';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { occurrences } from '../../../shared/search-text.ts';
import { searchDiff } from '../../../shared/node/search-diff.ts';
import { growth, linear } from '../../helpers/cpu-time.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-search-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Searches patches as they stand one behind the other in a patch file. */
const search = async (query: string, ...texts: string[]) => {
  const path = join(folder, `${Math.random()}.patch`);
  await writeFile(path, texts.join(''));
  let offset = 0;
  const patches = new Map<string, { offset: number; bytes: number }>();
  for (const [index, text] of texts.entries()) {
    const bytes = Buffer.byteLength(text);
    patches.set(String(index), { offset, bytes });
    offset += bytes;
  }
  const file = await open(path);
  try {
    return await searchDiff(file, { patches, query, isOver: () => false });
  } finally {
    await file.close();
  }
};

const patch = (...lines: string[]): string => {
  const head = 'diff --git a/word b/word\n--- a/word\n+++ b/word\n';
  const count = (marks: string) => lines.filter((line) => marks.includes(line[0] ?? ' ')).length;
  return `${head}@@ -10,${count(' -')} +20,${count(' +')} @@ word\n${lines.join('\n')}\n`;
};

describe('searchDiff', () => {
  it.each([
    ['an added line', 'word', patch('+a word'), [['0', 'new', 20, 2, 6]]],
    ['a deleted line', 'word', patch('-a word'), [['0', 'old', 10, 2, 6]]],
    ['a line that both sides have', 'word', patch('-x', ' word'), [['0', 'new', 20, 0, 4]]],
    [
      'several in a line',
      'aa',
      patch('+aaaaa'),
      [
        ['0', 'new', 20, 0, 2],
        ['0', 'new', 20, 2, 4],
      ],
    ],
    [
      'the last line without its end',
      'word',
      patch('+word').slice(0, -1),
      [['0', 'new', 20, 0, 4]],
    ],
    [
      'both cases by small letters',
      'word',
      patch('+WORD Word'),
      [
        ['0', 'new', 20, 0, 4],
        ['0', 'new', 20, 5, 9],
      ],
    ],
    ['one case by a capital', 'Word', patch('+WORD Word word'), [['0', 'new', 20, 5, 9]]],
    [
      'what stands behind a letter that grows when it is made small',
      'word',
      patch('+İİ word'),
      [['0', 'new', 20, 3, 7]],
    ],
    [
      'a line that looks like a header',
      'word',
      patch('--- a/word', '+++ b/word'),
      [
        ['0', 'old', 10, 5, 9],
        ['0', 'new', 20, 5, 9],
      ],
    ],
    [
      'an empty context line, also without its space',
      'word',
      patch('', ' ', '+word'),
      [['0', 'new', 22, 0, 4]],
    ],
  ])('finds %s', async (_what, query, text, hits) => {
    expect((await search(query, text)).hits).toEqual(hits);
  });

  it.each([
    ['the marks of the patch', '+a', patch('+a')],
    ['headers, and names of files and functions', 'word', patch('+a')],
    [
      'the remark that an end of line is missing',
      'newline',
      patch('+a', '\\ No newline at end of file'),
    ],
    ['over the end of a line', 'a+b', patch('+a', '+b')],
  ])('does not find %s', async (_what, query, text) => {
    expect(await search(query, text)).toEqual({ hits: [], total: 0 });
  });

  it('counts lines across pieces, hunks and files', async () => {
    const long = 'ü'.repeat(300_000);
    const file = `${patch('+a', `+${long} word`, '+😀 word')}@@ -100 +200 @@\n-x\n+word\n`;
    const { hits, total } = await search('word', file, patch('+nothing'), file);
    expect(total).toBe(6);
    expect(hits).toEqual(
      ['0', '2'].flatMap((id) => [
        [id, 'new', 21, 300_001, 300_005],
        [id, 'new', 22, 3, 7],
        [id, 'new', 200, 0, 4],
      ]),
    );
  });

  it('returns the first 5,000 hits and counts the rest', async () => {
    const lines = Array.from({ length: 6000 }, () => '+word');
    const { hits, total } = await search('word', patch(...lines));
    expect([hits.length, total]).toEqual([5000, 6000]);
    expect(hits.at(-1)).toEqual(['0', 'new', 5019, 0, 4]);
  });

  it('finds everything in lines of any length, wherever they are split', async () => {
    const line = fc
      .array(fc.constantFrom('a', 'b', 'ab', 'x'.repeat(16_384), 'a'.repeat(16_383), 'ü€😀'), {
        maxLength: 10,
      })
      .map((parts) => parts.join(''));
    const lines = fc.array(line, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        lines,
        fc.constantFrom('a', 'aa', 'ab', 'aab', 'xa'),
        async (texts, query) => {
          const { hits, total } = await search(query, patch(...texts.map((text) => `+${text}`)));
          const expected = texts.flatMap((text, at) =>
            occurrences(text, query).map((start) => [
              '0',
              'new',
              20 + at,
              start,
              start + query.length,
            ]),
          );
          expect(total).toBe(expected.length);
          expect(hits).toEqual(expected.slice(0, 5000));
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ['one line', 'ab', (n: number) => patch(`+${'a'.repeat(n)}`)],
    [
      'one line, almost found everywhere',
      `b${'a'.repeat(199)}`,
      (n: number) => patch(`+${'a'.repeat(n)}`),
    ],
    ['many lines', 'ab', (n: number) => `@@ -0,0 +1,${n} @@\n${'+aaaaaa\n'.repeat(n / 8)}`],
    ['one line in no hunk', 'ab', (n: number) => 'a'.repeat(n)],
  ])('takes linear time: %s', async (_what, query, make) => {
    const ratio = await growth(256 * 1024, async (size) => {
      const path = join(folder, `${Math.random()}.patch`);
      await writeFile(path, make(size));
      return async () => {
        const file = await open(path);
        const patches = new Map([['0', { offset: 0, bytes: (await file.stat()).size }]]);
        await searchDiff(file, { patches, query, isOver: () => false });
        await file.close();
      };
    });
    expect(ratio).toBeLessThan(linear);
  });
});
