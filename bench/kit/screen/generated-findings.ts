import { seeded } from './seeded.ts';
import type { GeneratedDiff } from './generated-diff.ts';

const kinds = ['comment', 'suggestion', 'concern'] as const;
const sources = ['lint', 'types', 'security', 'tests'] as const;

const sentences = [
  'The result is awaited inside of a loop; collect the promises first.',
  'This value may be undefined where the registry was damaged.',
  'The name says less than the function does.',
  'A caller that is gone keeps this listener alive; remove it when the page is closed, as its neighbours do.',
];

/** Findings like a tool's: on lines all over a diff, some sharing a line, one in twenty outside of it. */
export const generateFindings = ({ files }: GeneratedDiff, count: number, seed = 2) => {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, number) => {
    // The first file is kept free for findings pushed later.
    const file = files[1 + Math.floor(random() * (files.length - 1))];
    const isOutside = random() < 0.05;
    const line = file?.added[Math.floor(random() * file.added.length)] ?? 1;
    return {
      source: sources[number % sources.length],
      filePath: isOutside ? 'not/in/the/diff.ts' : (file?.path ?? ''),
      lineStart: line,
      lineEnd: line,
      type: kinds[number % kinds.length],
      text: `Finding ${number}: ${sentences[number % sentences.length]}`,
    };
  });
};
