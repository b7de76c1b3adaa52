import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placePhrase } from '../../../../shared/placement/place-phrases.ts';
import { textOfHtml } from '../../../../supervisor/threads/document/html-text.ts';
import {
  markdownBlocks,
  titleOf,
} from '../../../../supervisor/threads/document/markdown-blocks.ts';

const blocksOf = (text: string) =>
  markdownBlocks(text).map((block, index) => ({ id: `b${index}`, ...block }));

/** Every word `wN` of a source must be found on the line on which it stands. */
const expectWordsOnTheirLines = (source: string): void => {
  const blocks = blocksOf(source);
  for (const [index, line] of source.split('\n').entries())
    for (const [word] of line.matchAll(/\bw\d+\b/gu)) {
      const place = placePhrase(blocks, word);
      expect([word, place?.startLine, place?.endLine]).toEqual([word, index + 1, index + 1]);
    }
};

describe('lines', () => {
  it.each([
    ['paragraphs', 'w1\nw2 w3\n\n\nw4\n'],
    ['hard breaks', 'w1  \nw2\\\nw3\n'],
    ['code that spans lines', 'w1 `w2\nw3` w4\nw5 `` w6\nw7\n` w8 `` w9'],
    ['a link that spans lines', 'w1 [w2](http://x.y\n"title") w3\nw4'],
    ['an image that spans lines', 'w1 ![alt\ntext](http://x.y/z.png) w3\nw4'],
    ['emphasis and escapes', '**w1\nw2** \\* w3 &amp; _w4_\n~~w5~~'],
    ['entities', 'w1 &#42; w2\nw3'],
    ['headings', '# w1\n\nw2\n===\n\nw3\nw4\n---\nw5'],
    ['lists', '- w1\n  w2\n- w3\n\n  w4\n  - w5\n    1. w6\n\n       w7\n- w8'],
    ['an item that begins a line later', '-\n  w1\n-\n  w2'],
    ['tasks', '- [ ] w1\n- [x] w2\n  w3'],
    ['quotes', '> w1\n> w2\nw3\n>\n> > w4\n> > - w5\n\nw6'],
    ['tables', '| w1 | w2 |\n|---|--:|\n| w3 | w4 `w5` |\n| w6 |\n\nw7'],
    ['fences', '```js\nw1\n\nw2\n```\nw3\n~~~\nw4'],
    [
      'fences in lists and quotes',
      '- w1\n\n  ```\n  w2\n\n  w3\n  ```\n  w4\n\n> ~~~\n> w5\n> ~~~\n> w6',
    ],
    ['indented code', 'w1\n\n    w2\n\n    w3\n\nw4'],
    ['front matter', '---\na: w1\nb: w2\n---\n# w3\n'],
    ['front matter with parts', '---\na: "w1"\nb:\n  - w2\n\n  - w3\n\nc: |\n  w4\n---\nw5'],
    ['front matter that is no list', '---\na: w1\n? w2\n: w3\n---\nw4'],
    ['alerts', '> [!NOTE]\n> w1\n> w2\n>\n> w3\n\n> [!TIP]\n>\n> w4\n\n> [!other]\n> w5'],
    ['footnotes', 'w1[^b] w2[^a]\nw3[^a]\n\n[^a]: w4\n    w5\n\n    - w6\n\n[^b]:\n    w7\n\nw8'],
    [
      'footnotes within others, and in lists',
      '- w1[^a]\n\n  [^a]: w2\n\n      [^b]: w3\n\n      w4\n- w5[^b]\n\n> [^c]: w6',
    ],
    ['references', '[a]: http://x.y\nw1 [w2][a]\n\n[b]: http://x.y\n\nw3'],
    ['blank lines first', '\n\n\nw1'],
    [
      'a long fence',
      `\`\`\`\n${Array.from({ length: 1200 }, (_, line) => `w${line}`).join('\n')}\n\`\`\`\nw5000`,
    ],
  ])('are right in %s', (_, source) => expectWordsOnTheirLines(source));

  it('are right in any document of paragraphs, lists, quotes and fences', () => {
    let next = 0;
    const word = fc
      .constantFrom('word', '`code`', '*em*', '&lt;', '[l](http://x)')
      .map((text) => [text]);
    const line = fc.array(word, { maxLength: 3 });
    const paragraph = fc.array(line, { minLength: 1, maxLength: 4 });
    type Node =
      | { kind: 'paragraph' | 'fence'; lines: string[][][] }
      | { kind: 'list' | 'quote'; items: Node[][] };
    const { node } = fc.letrec<{ node: Node }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        paragraph.map((lines): Node => ({ kind: 'paragraph', lines })),
        paragraph.map((lines): Node => ({ kind: 'fence', lines })),
        fc
          .array(fc.array(tie('node'), { minLength: 1, maxLength: 3 }), {
            minLength: 1,
            maxLength: 3,
          })
          .map((items): Node => ({ kind: 'list', items })),
        fc
          .array(tie('node'), { minLength: 1, maxLength: 3 })
          .map((items): Node => ({ kind: 'quote', items: [items] })),
      ),
    }));
    const write = (node: Node): string[] => {
      if ('lines' in node) {
        const lines = node.lines.map((words) =>
          [`w${(next += 1)}`, ...words.flat(), `w${(next += 1)}`].join(' '),
        );
        return node.kind === 'fence' ? ['```', ...lines, '```'] : lines;
      }
      return node.items.flatMap((item) => {
        const inner = item.flatMap((child) => [...write(child), '']);
        return inner.map((text, index) => {
          if (node.kind === 'quote') return `> ${text}`;
          return index === 0 ? `- ${text}` : `  ${text}`;
        });
      });
    };
    fc.assert(
      fc.property(fc.array(node, { minLength: 1, maxLength: 6 }), (nodes) => {
        next = 0;
        expectWordsOnTheirLines(nodes.flatMap((one) => [...write(one), '']).join('\n'));
      }),
      { numRuns: 300 },
    );
  });
});

describe('blocks', () => {
  it('have their kind, level and lines', () => {
    const source =
      '# One\ntext\n\n- a\n\n- b\n\n> q\n\n```\nc\n```\n| t |\n|---|\n***\n\n    code\n\n###### Six';
    expect(
      blocksOf(source).map(({ kind, level, startLine, endLine }) => [
        kind,
        level,
        startLine,
        endLine,
      ]),
    ).toEqual([
      ['heading', 1, 1, 1],
      ['paragraph', undefined, 2, 2],
      ['list', undefined, 4, 6],
      ['quote', undefined, 8, 8],
      ['code', undefined, 10, 12],
      ['table', undefined, 13, 14],
      ['rule', undefined, 15, 15],
      ['code', undefined, 17, 17],
      ['heading', 6, 19, 19],
    ]);
  });

  it('hold as text what their HTML shows', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom(
              '- ',
              '> ',
              '# ',
              '```\n',
              '| a |\n|---|\n',
              '&lt;',
              '<b>',
              '"',
              '`',
              '**',
              '\n',
              '\n\n',
              '    ',
              '1. ',
              '[x](y "z>")',
              '![a>b](c)',
              '- [ ] ',
              'x[^a] ',
              '[^a]: ',
              '> [!NOTE]\n> ',
              '---\n',
              'key: ',
            ),
            fc.string(),
          ),
          { maxLength: 20 },
        ),
        (parts) => {
          for (const { html, text, startLine, endLine } of markdownBlocks(parts.join(''))) {
            expect(textOfHtml(html)).toBe(text);
            expect(endLine).toBeGreaterThanOrEqual(startLine);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('of a long fence are several, and lose no line', () => {
    const lines = Array.from({ length: 1201 }, (_, index) => `line ${index}`);
    const blocks = blocksOf(`\`\`\`ts\n${lines.join('\n')}\n\`\`\``);
    expect(blocks.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [1, 501],
      [502, 1001],
      [1002, 1203],
    ]);
    expect(blocks.map(({ text }) => text).join('')).toBe(`${lines.join('\n')}\n`);
    for (const { html } of blocks) expect(html).toContain('class="language-ts"');
  });

  it('name their headings so that links within the document lead there', () => {
    const html = blocksOf('# A b!\n\n# A b!\n\n[x](#a-b) [y](#A-b)').map((block) => block.html);
    expect(html[0]).toContain('id="section-a-b"');
    expect(html[1]).toContain('id="section-a-b-1"');
    expect(html[2]).toMatch(/href="#section-a-b"[^]*href="#section-a-b"/);
  });

  it.each([
    ['---\n\ntext\n---\n', ['rule', 'heading']],
    ['---\nplain text\n---\nmore', ['rule', 'heading', 'paragraph']],
    ['---\na: 1\nno end', ['rule', 'paragraph']],
    ['---\na: 1\n...\nmore', ['table', 'paragraph']],
    ['---\na: 1\n? b\n---\nmore', ['code', 'paragraph']],
    ['\n---\na: 1\n---\n', ['rule', 'heading']],
  ])('front matter is told from rules in %j', (source, kinds) => {
    expect(blocksOf(source).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('show front matter as a table of its settings', () => {
    const [table] = blocksOf('---\ntitle: "A <b>"\ntags:\n  - x\n---\ntext');
    expect(table?.html).toContain('<tr><th scope="row">title</th> <td>A &lt;b&gt;</td></tr>');
    expect(table?.html).toContain(
      '<pre data-line="4"><code class="language-yaml">  - x</code></pre>',
    );
    expect([table?.startLine, table?.endLine]).toEqual([2, 4]);
  });

  it.each(['note', 'tip', 'important', 'warning', 'caution'])('show an alert: %s', (kind) => {
    const [alert] = blocksOf(`> [!${kind.toUpperCase()}]\n> Said *here*.`);
    expect(alert?.kind).toBe('quote');
    expect(alert?.html).toContain(`class="markdown-alert markdown-alert-${kind}"`);
    expect(alert?.text.trim()).toMatch(new RegExp(`^${kind}\\s+Said here\\.$`, 'iu'));
  });

  it.each([
    '> [!NOTE] on the same line',
    '> text\n> [!NOTE]',
    '- > [!NOTE]\n  > text',
    '> [!OTHER]\n> x',
  ])('take no quote for an alert that is none: %j', (source) => {
    expect(blocksOf(source)[0]?.html).not.toContain('markdown-alert');
    expect(blocksOf(source)[0]?.text).toContain('[!');
  });

  it('show footnotes at the end, each with its number and the ways back', () => {
    const blocks = blocksOf('a[^x] b[^y] c[^x]\n\n[^y]: Second.\n\n[^x]: First.\n\nmore');
    expect(blocks.map(({ text }) => text.trim())).toEqual([
      'a1 b2 c1',
      'more',
      'x First.',
      'y Second.',
    ]);
    const [text, , first] = blocks;
    expect(text?.html).toContain('<a href="#footnote-1" id="footnote-ref-1">1</a>');
    expect(first?.html).toMatch(
      /^<ol class="footnotes-list footnotes-first" start="1"><li[^>]+id="footnote-1">/u,
    );
    expect(first?.html).toMatch(/href="#footnote-ref-1"[^]*href="#footnote-ref-1-2"/u);
  });

  it('show footnotes that nothing refers to, and those whose label is used again: nothing is hidden', () => {
    const texts = blocksOf('x[^a]\n\n[^a]: one\n\n[^a]: two\n\n[^b]: three\n\n[^__proto__]: four')
      .map(({ text }) => text.trim())
      .slice(1);
    expect(texts.sort()).toEqual(['__proto__ four', 'a one', 'a two', 'b three']);
  });

  it.each([
    ['www.example.org', 'http://www.example.org'],
    ['see www.example.org/a(b).', 'http://www.example.org/a(b)'],
    ['https://example.org/x_y_z,', 'https://example.org/x_y_z'],
  ])('link addresses as they stand: %s', (source, address) => {
    expect(blocksOf(source)[0]?.html).toContain(`<a href="${address}"`);
  });

  it.each(['www.', 'www.x', 'awww.example.org', '`www.example.org`'])(
    'link nothing that is no address: %s',
    (source) => {
      expect(blocksOf(source)[0]?.html).not.toContain('<a');
    },
  );

  it('give the document its title', () => {
    expect(titleOf(blocksOf('text\n\n## A *b* &amp; `c`\nmore'))).toBe('A b & c');
    expect(titleOf(blocksOf('text'))).toBeUndefined();
  });
});

describe('raw HTML', () => {
  const htmlOf = (source: string) =>
    blocksOf(source)
      .map(({ html }) => html.replaceAll(/ data-line="\d+"/gu, ''))
      .join('|');

  it.each([
    { source: 'a <kbd>b</kbd><br>*c*', html: '<p>a <kbd>b</kbd><br><em>c</em></p>' },
    {
      source: '<details>\n<summary>a</summary>\n\n- b\n\n</details>\n\nc',
      html: '<details open>\n<summary>a</summary>\n<ul>\n<li>b</li>\n</ul>\n</details>|<p>c</p>',
    },
    { source: '<p align="CENTER" class="x" onclick="y">a</p>', html: '<p align="center">a</p>' },
    { source: '<p>a &amp; &lt;b&gt; \\&</p>', html: '<p>a &amp; &lt;b&gt; \\&amp;</p>' },
    {
      source: '<a href="docs/x.md#A b">a</a>',
      html: '<p><a href="#./docs/x.md#section-a-b" title="docs/x.md#A b">a</a></p>',
    },
    { source: '<img src="a.png" alt="b">', html: '<span class="image" title="a.png">b</span>' },
    {
      source: '<img src="a.png" alt="b" width="40px" height="50%" style="x">',
      html: '<span class="image" title="a.png" width="40" height="50%">b</span>',
    },
    {
      source: '<table>\n<tr><td colspan="2">a</td></tr>\n</table>',
      html: '<table>\n<tr><td colspan="2">a</td></tr>\n</table>',
    },
    { source: '<pre>\n\na\n</pre>', html: '<pre><span></span>\n\na\n</pre>' },
  ])('is rendered if it is harmless: $source', ({ source, html }) => {
    expect(htmlOf(source)).toBe(html);
  });

  it.each([
    '<script>a</script>',
    '<!-- a -->',
    '<x-y>a</x-y>',
    '<form>a</form>',
    '<svg>a</svg>',
    'a <b>c',
    'a </b> c',
    '*a <b>c* d</b>',
    '<table><tr>a</tr></table>',
    '<td>a</td>',
    '<table>\n<tr>\n\na\n\n</tr></table>',
    '<a href="javascript:x">a</a>',
    '[a <a href="b">c</a>](d)',
    '<a href="b"></a>',
    `<b ${'x '.repeat(2000)}>a</b>`,
    '<details>\n\n'.repeat(25),
    `<div>\n\n${'a\n\n'.repeat(300)}</div>`,
    '`<b>a</b>`',
  ])('is text if it is not: %s', (source) => {
    const shown = blocksOf(source)
      .map(({ text }) => text)
      .join('\n');
    for (const tag of source.match(/<[^>]*>/gu) ?? []) expect(shown).toContain(tag.slice(0, 40));
  });

  it('of a page is text where it is quoted there', () => {
    const [block] = markdownBlocks('say <b>a</b>', { hasHtml: false });
    expect(block?.text).toBe('say <b>a</b>');
  });
});

describe('hostile markdown', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'a <b onclick="x">b</b>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](data:text/html,<script>)',
    '![x](data:image/svg+xml;base64,PHN2Zz4=)',
    '![x](javascript:alert(1))',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '[x](vscode://x)',
    '<javascript:alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
    '![x](http://x/"onerror="y)',
    '```"><script>\nx\n```',
    '[x](http://y "\\"><script>")',
    '# "><script>',
    'x[^"><script>]\n\n[^"><script>]: <script>',
    '---\na: 1\n"<script>": <script>\n---\n',
    '> [!NOTE]<script>\n> <script>',
    'www.x.y"onmouseover="z',
  ])('makes no element and no address of %j', (source) => {
    const html = blocksOf(source)
      .map((block) => block.html)
      .join('');
    for (const [tag] of html.matchAll(/<[^>]*>/gu)) {
      expect(tag).toMatch(
        /^<\/?(?:p|a|span|pre|code|h1|b|blockquote|sup|ol|li|table|tbody|tr|th|td)\b/,
      );
      expect(tag.replaceAll(/"[^"]*"/gu, '""')).not.toMatch(/\bon\w+=|<script|\bsrc=/);
      expect(tag).not.toMatch(/href="(?!https?:|mailto:|#)/);
    }
  });

  it.each([
    'javascript:x',
    'JAVASCRIPT:x',
    'data:text/html,x',
    'vbscript:x',
    'file:///x',
    'ssh://x',
  ])('shows a link to %s as it was written, so that nobody takes it for one', (address) => {
    const [block] = blocksOf(`[x](${address})`);
    expect(block?.text).toBe(`[x](${address})`);
    expect(block?.html).not.toContain('<a');
  });

  it('opens links elsewhere, without a way back', () => {
    expect(blocksOf('[x](http://y.z)')[0]?.html).toContain(
      '<a href="http://y.z" target="_blank" rel="noopener noreferrer">x</a>',
    );
  });

  it('loads no image: its description links to it, unless it stands in a link', () => {
    const html = blocksOf('![alt](http://x/y.png) [![in](http://x/z.png)](http://l)')[0]?.html;
    expect(html).not.toContain('<img');
    expect(html).toContain('href="http://x/y.png"');
    expect(html).toContain('<span class="image" title="http://x/z.png">in</span></a>');
  });

  it('takes names of files for text', () => {
    expect(blocksOf('see design.md, run.sh and me@x.org')[0]?.html).not.toContain('<a');
  });
});
