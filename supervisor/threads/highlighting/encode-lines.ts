/** The parts of a highlighter's node that are used. */
interface TreeNode {
  readonly type: string;
  readonly value?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly TreeNode[];
}

/** Numbers token styles in order of first use. */
export class StyleNumbers {
  readonly #numbers = new Map<string, number>();

  get styles(): string[] {
    return [...this.#numbers.keys()];
  }

  of(style: string): number {
    const known = this.#numbers.get(style) ?? this.#numbers.size;
    this.#numbers.set(style, known);
    return known;
  }
}

/** Encodes highlighted lines as numbers: see `shared/session/diff-colours.ts`. @throws Error on anything unexpected */
export const encodeLines = (lines: readonly TreeNode[], styles: StyleNumbers): number[][] =>
  lines.map((line) => encodeLine(line, styles));

const encodeLine = (line: TreeNode, styles: StyleNumbers): number[] => {
  const numbers: number[] = [];
  const push = (token: TreeNode, place: number) => {
    const { style, text } = partsOf(token);
    numbers.push(text.length, 3 * styles.of(style) + place);
  };
  for (const node of line.children ?? []) {
    // Empty lines contain only a line feed.
    if (node.type === 'text' && node.value === '\n') continue;
    if (node.properties?.['data-diff-span'] === undefined) push(node, 0);
    else node.children?.forEach((token, at) => push(token, at === 0 ? 2 : 1));
  }
  return numbers;
};

const partsOf = ({ type, properties = {}, children = [] }: TreeNode) => {
  const { style = '', ...others } = properties;
  const [text, ...more] = children;
  if (
    type !== 'element' ||
    typeof style !== 'string' ||
    text?.type !== 'text' ||
    text.value === undefined ||
    more.length + Object.keys(others).length > 0
  )
    throw new Error('The highlighter has made something else than tokens with a style.');
  return { style, text: text.value };
};
