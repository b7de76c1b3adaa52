import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  placeApproximately,
  placeByContext,
  maxWork,
  type Quote,
} from '../../../shared/placement/place-approximately.ts';
import { BlockGrams } from '../../../shared/placement/block-grams.ts';
import type { PlacedBlock } from '../../../shared/placement/placement-at.ts';
import { growth, linear } from '../../helpers/cpu-time.ts';
import { finish } from '../../helpers/finish.ts';

const blocksOf = (...texts: string[]): PlacedBlock[] =>
  texts.map((text, index) => ({
    id: `b${index}`,
    startLine: 1 + index * 10,
    endLine: 1_000_000,
    text,
    marks: [],
  }));

const place = (blocks: readonly PlacedBlock[], quote: Quote, steps = maxWork) =>
  finish(placeApproximately(blocks, quote, { steps }));

/** The text that a phrase is found at. */
const found = (texts: readonly string[], quote: string | Quote): string | undefined => {
  const blocks = blocksOf(...texts);
  const there = place(blocks, typeof quote === 'string' ? { text: quote } : quote);
  const block = blocks.find(({ id }) => id === there?.blockId);
  return block?.text.slice(there?.startOffset, there?.endOffset);
};

const text = 'Write the tests first.\nThen move the parser out of\n\tthe server, in small steps.';

describe('a phrase that differs', () => {
  it.each([
    ['word for word', 'move the parser', 'move the parser'],
    ['by its white space', 'parser  out of the server', 'parser out of\n\tthe server'],
    [
      'by a word',
      'Then move a parser out of the server',
      'Then move the parser out of\n\tthe server',
    ],
    ['by what is left out', 'tests first. Then move parser', 'tests first.\nThen move the parser'],
    ['by what was put in', 'the server, in very small steps', 'the server, in small steps'],
    ['by its first character', 'xrite the tests', 'Write the tests'],
    ['by its last character', 'in small stepz', 'in small steps'],
    ['by four of fifteen characters', 'mova tha persar', undefined],
    [
      'by a fifth of many words',
      'Then zzzz the parser out of the server',
      'Then move the parser out of\n\tthe server',
    ],
    ['by more than a fifth', 'Then zzzzzzzzz parser out of the server', undefined],
    ['by a character of four', 'Thex', undefined],
    ['and stands nowhere', 'something that nobody has written', undefined],
    ['and has no words', ' \n ', undefined],
  ])('%s', (_, phrase, expected) => {
    expect(found(['Above.', text], phrase)).toBe(expected);
  });

  it('is not split within a character', () => {
    expect(found(['The 😀 is here today'], '😁 is here today')).toBe('😀 is here today');
    expect(found(['Here today is 😀'], 'Here today is 😁')).toBe('Here today is 😀');
  });

  it('has its lines', () => {
    expect(place(blocksOf('x', text), { text: 'move a parser out of the server' })).toEqual({
      blockId: 'b1',
      startOffset: 28,
      endOffset: 62,
      startLine: 12,
      endLine: 13,
    });
  });

  it('is not found at two equally good places, nor at one that is hardly better', () => {
    const twice = ['Move the parser today.', 'Move the parsers today.'];
    expect(found(twice, 'Move teh parser today.')).toBeUndefined();
    expect(found(['item 11 of the list', 'item 13 of the list'], 'item 12 of the list')).toBe(
      undefined,
    );
    const clear = ['Move the parser today.', 'Move the writers any day.'];
    expect(found(clear, 'Move teh parser today.')).toBe('Move the parser today.');
  });

  it('is found by its context, not by its line alone', () => {
    const rows = ['alpha: the value is set', 'beta: the value is set', 'gamma: the value is set'];
    const quote = { text: 'the value was set', line: 11 };
    expect(place(blocksOf(...rows), quote)).toBeUndefined();
    expect(place(blocksOf(...rows), { ...quote, prefix: 'beta: ' })).toMatchObject({
      blockId: 'b1',
    });
    const ends = ['the value is set by alpha', 'the value is set by beta'];
    expect(place(blocksOf(...ends), { ...quote, suffix: ' by beta' })?.blockId).toBe('b1');
  });

  it('by a few characters is the same whether or not blocks are left out by their grams', () => {
    const word = fc.constantFrom('session', 'patch', 'page', 'of', 'the', 'token', 'a');
    const texts = fc.array(fc.array(word, { minLength: 1, maxLength: 60 }), {
      minLength: 1,
      maxLength: 20,
    });
    const changes = fc.array(fc.tuple(fc.nat(), fc.constantFrom('', '~', 'xy', ' ')), {
      maxLength: 12,
    });
    let times = 0;
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), changes, (made, from, length, errors) => {
        const blocks = blocksOf(...made.map((words) => words.join(' ')));
        const all = blocks.map(({ text: own }) => own).join(' ');
        const start = from % all.length;
        const units = all.slice(start, start + 3 + (length % 120)).split('');
        for (const [at, unit] of errors) units[at % units.length] = unit;
        const quote = { text: units.join('') };
        const grams = new BlockGrams();
        const quick = finish(placeApproximately(blocks, quote, { steps: maxWork, grams }));
        expect(quick).toEqual(place(blocks, quote));
        times += quick === undefined ? 0 : 1;
      }),
      { numRuns: 1000 },
    );
    expect(times).toBeGreaterThan(100);
  });

  it('is not searched if too long or over budget', () => {
    const long = Array.from({ length: 400 }, (_, at) => `word${at}`).join(' ');
    expect(found([long], long.replace('word7 ', 'ward7 ').slice(0, 2000))).toContain('word7 ');
    expect(found([long], long.replace('word7 ', 'ward7 '))).toBeUndefined();
    expect(place(blocksOf(text.repeat(100)), { text: 'mova the parser' }, 100)).toBeUndefined();
    expect(place(blocksOf('One two.', ' '.repeat(5000)), { text: 'Ome two.' })).toBeDefined();
  });

  it('is found wherever unique words are slightly changed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(25), { minLength: 60, maxLength: 400 }),
        fc.nat(),
        fc.array(fc.nat(), { maxLength: 3 }),
        fc.constantFrom(' ', '\n', '  ', ' \n\t'),
        (letters, at, changes, space) => {
          const words = letters.map(
            (letter, index) => `${String.fromCharCode(97 + letter)}${index}`,
          );
          const first = at % (words.length - 20);
          const quoted = words
            .slice(first, first + 20)
            .join(' ')
            .split('');
          for (const change of changes) quoted[change % quoted.length] = '§';
          const blocks = blocksOf('Above', words.join(space));
          const there = place(blocks, { text: quoted.join('') });
          expect(there?.blockId).toBe('b1');
          const known = blocks[1]?.text.slice(there?.startOffset, there?.endOffset) ?? '';
          expect(known.split(/\s+/u)).toEqual(words.slice(first, first + 20));
        },
      ),
    );
  });
});

describe('a phrase that occurs more than once', () => {
  const rows = blocksOf('a: yes', 'b: yes', 'c:  yes', 'd: yes');
  const at = (quote: Quote) => finish(placeByContext(rows, quote, { steps: maxWork }))?.blockId;

  it('is placed by its context, then by distance', () => {
    expect(at({ text: 'yes', prefix: 'd: ' })).toBe('b3');
    expect(at({ text: 'yes', line: 12 })).toBe('b1');
    expect(at({ text: 'yes' })).toBe('b0');
    expect(at({ text: 'no' })).toBeUndefined();
  });
});

describe('search takes linear time', () => {
  it.each<[string, (size: number) => [text: string, phrase: string]]>([
    [
      'one letter, and a phrase of it with an error',
      (n) => ['a'.repeat(n), `ab${'a'.repeat(254)}`],
    ],
    ['the same, as long as a phrase may be', (n) => ['a'.repeat(n), `ab${'a'.repeat(2046)}`]],
    ['nothing but white space', (n) => [' '.repeat(n), `a${' '.repeat(500)}b and more`]],
    ['line breaks', (n) => ['a\n'.repeat(n / 2), 'a a a a a a b a a a a a a a']],
    ['words', (n) => ['lorem ipsum dolor '.repeat(n / 18), 'lorem ipsum dolar sit amet']],
  ])('%s', async (_, make) => {
    const ratio = await growth(16 * 1024, (size) => {
      const [there, phrase] = make(size);
      const blocks = blocksOf(there);
      return () => place(blocks, { text: phrase }, Number.POSITIVE_INFINITY);
    });
    expect(ratio).toBeLessThan(linear);
  });

  it('within a bounded budget, in short steps', () => {
    const blocks = blocksOf('a'.repeat(8 * 1024 * 1024));
    const steps = placeApproximately(blocks, { text: `ab${'a'.repeat(2000)}` }, { steps: maxWork });
    let longest = 0;
    for (;;) {
      const before = process.cpuUsage();
      const { done } = steps.next();
      const { user, system } = process.cpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
      if (done === true) break;
    }
    expect(longest).toBeLessThan(200);
  });
});
