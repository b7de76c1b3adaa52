import fc from 'fast-check';

type Node =
  | { readonly kind: 'leaf'; readonly lines: readonly string[] }
  | { readonly kind: 'quote' | 'list' | 'numbers'; readonly items: readonly (readonly Node[])[] };

/** Constructs of one or several lines; each `w` is a word of its own. */
const leaves: readonly (readonly string[])[] = [
  ['w w'],
  ['w *w* **w** ~~w~~', '`w w` w'],
  ['`w', 'w` w  ', 'w\\', 'w'],
  ['[w](w "w") ![w](w "w") [w](http://w.x)'],
  ['[w', 'w](w', '"w', 'w") w'],
  ['[![w](w)](w) [](w)'],
  ['<http://w.x> http://w.x/w www.w.x'],
  ['w &amp; &copy; \\* <b>w</b> <!-- w -->'],
  ['# w `w` [w](w)'],
  ['w', '---'],
  ['***'],
  ['```w w="w"', 'w', '', '  w', '```'],
  ['~~~ w w', 'w'],
  ['    w', '', '      w'],
  ['| w | w |', '|---|:-:|', '| w | w | w | w |', '| w |', 'w | w \\| w'],
  ['[w]: /w "w"'],
  ['[w]:', '/w', "'w", "w'"],
  ['w [^w] w'],
  ['[^a]: w', '', '    w'],
  ['[^b]: [^c]: w'],
  ['- [x] w', '- [ ] w'],
  ['> [!NOTE]', '> w'],
  ['<div>', 'w', '</div>'],
  ['7) w'],
];

const write = (node: Node): string[] => {
  if (node.kind === 'leaf') return [...node.lines, ''];
  return node.items.flatMap((item) => {
    const lines = item.flatMap(write);
    if (node.kind === 'quote') return [...lines.map((line) => `> ${line}`), ''];
    const mark = node.kind === 'list' ? '- ' : '3. ';
    return lines.map((line, at) => `${at === 0 ? mark : ' '.repeat(mark.length)}${line}`);
  });
};

/** Markdown of all constructs in each other, some below many quotes or lists, with words `w1`, `w2` and so on. */
export const markdownDocument = (): fc.Arbitrary<string> => {
  const { nodes } = fc.letrec<{ nodes: Node[]; node: Node }>((tie) => ({
    nodes: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(...leaves).map((lines): Node => ({ kind: 'leaf', lines })),
      fc.record({
        kind: fc.constantFrom('quote' as const, 'list' as const, 'numbers' as const),
        items: fc.array(tie('nodes'), { minLength: 1, maxLength: 2 }),
      }),
    ),
  }));
  const depth = fc.oneof(fc.constant(0), fc.integer({ min: 15, max: 120 }));
  return fc
    .record({ nodes, depth, mark: fc.constantFrom('> ', '- ') })
    .map(({ nodes: all, depth: levels, mark }) => {
      let next = 0;
      const goesOn = mark === '> ' ? mark : '  ';
      return all
        .flatMap(write)
        .map((line, at) => (at === 0 ? mark : goesOn).repeat(levels) + line)
        .join('\n')
        .replaceAll(/\bw\b/gu, () => `w${(next += 1)}`);
    });
};
