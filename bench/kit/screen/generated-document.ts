import { pick, words, type Random } from './random-words.ts';
import { seeded } from './seeded.ts';

const sentence = (random: Random): string =>
  `The ${pick(random, words)} of each ${pick(random, words)} is kept in the *${pick(random, words)}* until its \`${pick(random, words)}\` has come to the ${pick(random, words)}.`;

/**
 * A section with every markdown element: heading, text, list, tasks, table, quote, code. Each part ends with a blank
 * line.
 */
const section = (random: Random, number: number): readonly string[] => [
  `${'#'.repeat(1 + (number % 3))} ${number}. The ${pick(random, words)}`,
  '',
  Array.from({ length: 4 }, () => sentence(random)).join(' '),
  '',
  ...Array.from({ length: 5 }, () => `- ${sentence(random)}`),
  '',
  `- [x] ${sentence(random)}`,
  `- [ ] ${sentence(random)}`,
  '',
  '| what | where | how many |',
  '| --- | --- | --: |',
  ...Array.from(
    { length: 4 },
    () =>
      `| ${pick(random, words)} | \`${pick(random, words)}\` | ${Math.floor(random() * 1000)} |`,
  ),
  '',
  `> ${sentence(random)}`,
  '',
  '```ts',
  ...Array.from(
    { length: 6 },
    () => `const ${pick(random, words)} = await ${pick(random, words)}(${number});`,
  ),
  '```',
  '',
];

/** A markdown text of at least this many lines; deterministic for a seed. */
export const generateDocument = (lines: number, seed = 1): string => {
  const random = seeded(seed);
  const made: string[] = [];
  for (let number = 1; made.length < lines; number += 1) made.push(...section(random, number));
  return made.join('\n');
};
