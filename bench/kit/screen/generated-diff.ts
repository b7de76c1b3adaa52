import { comparePaths } from '../../../shared/path-order.ts';
import { pick, words, type Random } from './random-words.ts';
import { seeded } from './seeded.ts';

interface DiffSize {
  readonly changedLines: number;
  readonly files: number;
}

interface GeneratedFile {
  readonly path: string;
  /** Added lines on the new side. */
  readonly added: readonly number[];
}

export interface GeneratedDiff {
  readonly patch: string;
  /** In display order. */
  readonly files: readonly GeneratedFile[];
}

const endings = ['ts', 'ts', 'ts', 'tsx', 'css', 'py', 'go', 'json'] as const;
type Ending = (typeof endings)[number];

const name = (random: Random): string => {
  const [first, second] = [pick(random, words), pick(random, words)];
  return `${first}${second[0]?.toUpperCase()}${second.slice(1)}`;
};

/** A plausible line of code in a language, 20 to 110 characters long. */
const codeLine = (random: Random, ending: Ending): string => {
  const [a, b, c] = [name(random), name(random), name(random)];
  const number = Math.floor(random() * 10_000);
  const script = [
    `  const ${a} = await ${b}(${c}, { limit: ${number}, label: '${pick(random, words)}' });`,
    `  if (${a} === undefined || ${b}.length > ${number}) return ${c};`,
    `  /** The ${pick(random, words)} of a ${pick(random, words)}, by its ${pick(random, words)}. */`,
    `export const ${a} = (${b}: number, ${c}: readonly string[]): boolean => ${c}.length > ${b};`,
    `    for (const ${a} of ${b}.values()) ${c}.push(\`\${${a}}-${number}\`);`,
    `  }`,
    '',
  ];
  switch (ending) {
    case 'ts':
    case 'tsx':
      return pick(random, script);
    case 'css':
      return pick(random, [`.${a}-${b} {`, `  margin: ${number % 64}px var(--${c});`, '}', '']);
    case 'py':
      return pick(random, [
        `def ${a}(${b}, limit=${number}):`,
        `    return [${c}(item, '${a}') for item in ${b} if item is not None]`,
      ]);
    case 'go':
      return pick(random, [
        `	${a}, err := ${b}(ctx, "${c}", ${number})`,
        `	if err != nil { return nil, fmt.Errorf("${a}: %w", err) }`,
      ]);
    case 'json':
      return `  "${a}": { "${b}": ${number}, "${c}": ["${pick(random, words)}", true] },`;
  }
};

const contextLines = 3;

/** A patch with this many changed lines in this many files, half removed and half added; deterministic for a seed. */
export const generateDiff = ({ changedLines, files }: DiffSize, seed = 1): GeneratedDiff => {
  const random = seeded(seed);
  const parts: string[] = [];
  const made: GeneratedFile[] = [];
  for (let file = 0; file < files; file += 1) {
    const ending = pick(random, endings);
    const path = `${pick(random, words)}/${pick(random, words)}/${name(random)}-${file}.${ending}`;
    parts.push(`diff --git a/${path} b/${path}`, 'index 1111111..2222222 100644');
    parts.push(`--- a/${path}`, `+++ b/${path}`);
    const changes = Math.floor(((file + 1) * changedLines) / files / 2) * 2;
    const before = Math.floor((file * changedLines) / files / 2) * 2;
    made.push({ path, added: pushHunks(parts, { random, ending, pairs: (changes - before) / 2 }) });
  }
  made.sort((one, other) => comparePaths(one.path, other.path));
  return { patch: `${parts.join('\n')}\n`, files: made };
};

interface HunksOptions {
  readonly random: Random;
  readonly ending: Ending;
  /** Number of removed lines, each with an added one. */
  readonly pairs: number;
}

const pushHunks = (parts: string[], { random, ending, pairs }: HunksOptions): number[] => {
  const added: number[] = [];
  let line = 1;
  for (let left = pairs; left > 0;) {
    const here = Math.min(left, 2 + Math.floor(random() * 20));
    const length = here + 2 * contextLines;
    parts.push(`@@ -${line},${length} +${line},${length} @@`);
    const write = (mark: string, count: number) => {
      for (let at = 0; at < count; at += 1) parts.push(mark + codeLine(random, ending));
    };
    write(' ', contextLines);
    write('-', here);
    write('+', here);
    write(' ', contextLines);
    for (let at = 0; at < here; at += 1) added.push(line + contextLines + at);
    line += length + 4 + Math.floor(random() * 60);
    left -= here;
  }
  return added;
};
