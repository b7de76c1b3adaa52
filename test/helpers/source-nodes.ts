import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

export const productFolders = ['shared', 'supervisor', 'worker', 'cli', 'web'] as const;

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

type SyntaxNode = Readonly<Record<string, unknown>>;

interface FoundNode {
  readonly file: string;
  readonly node: SyntaxNode;
  /** `FILE:LINE`. */
  readonly place: () => string;
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null;

/** All nodes of the sources in some folders, in text order. */
export function* sourceNodes(folders: readonly string[]): Generator<FoundNode> {
  for (const file of folders.flatMap(sourcesIn)) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const node of nodesOf(parseSync(file, text).program))
      yield { file, node, place: () => `${file}:${lineOf(text, node)}` };
  }
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|mjs)$/u.test(name))
    .map((name) => join(folder, name));

/** With a list of what is left: generators within generators would pass each node on at every level. */
function* nodesOf(program: unknown): Generator<SyntaxNode> {
  const left = [program];
  while (left.length > 0) {
    const value = left.pop();
    if (!isNode(value)) continue;
    if (!Array.isArray(value)) yield value;
    left.push(...Object.values(value).filter(isNode).reverse());
  }
}

const lineOf = (text: string, node: SyntaxNode): number =>
  text.slice(0, Number(node['start'])).split('\n').length;

/** The text of a literal, a template part or an expression; undefined for other nodes. */
export const textOf = ({ type, value, regex }: SyntaxNode): string | undefined => {
  if (isNode(regex)) return String(regex['pattern']);
  if (type === 'TemplateElement' && isNode(value)) return String(value['cooked']);
  return type === 'Literal' && typeof value === 'string' ? value : undefined;
};
