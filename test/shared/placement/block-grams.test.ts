import { expect, it } from 'vitest';
import { BlockGrams, gramsOf } from '../../../shared/placement/block-grams.ts';

const block = (text: string) => ({ id: 'b0', startLine: 1, endLine: 1, text, marks: [] });

const there = 'Write the tests first, then move the parser out of the server.';

it.each<[string, string, number, boolean]>([
  ['the same', there, 0, true],
  ['a part', 'move the parser', 0, true],
  ['one other character', 'move tha parser', 1, true],
  ['one other character where none may be', 'move tha parser', 0, false],
  ['three others, apart', 'Wrxte the texts first, thxn move', 3, true],
  ['three others where two may be', 'Wrxte the texts first, thxn move', 2, false],
  ['what is left out and put in', 'Write tests first, and then move', 8, true],
  ['something else', 'Nobody has ever written this sentence', 8, false],
  ['no whole gram', 'zz', 0, true],
  ['as many errors as it has grams', 'zzzz', 1, true],
])('a block may have %s', (_, phrase, maxErrors, expected) => {
  const grams = new BlockGrams();
  const shown = block(there.replaceAll(' ', ' \n '));
  expect(grams.mayHave(shown, gramsOf(phrase), maxErrors)).toBe(expected);
});

it('a long block may have anything, and so may those beyond what is kept', () => {
  const grams = new BlockGrams();
  const mayHave = (text: string) => grams.mayHave(block(text), gramsOf('not there'), 0);
  expect(mayHave('a'.repeat(5000))).toBe(true);
  for (let made = 0; made < 1024; made += 1) expect(mayHave('a'.repeat(4096))).toBe(false);
  expect(mayHave('a'.repeat(4096))).toBe(true);
});
