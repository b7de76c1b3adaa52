import { describe, expect, it } from 'vitest';
import { placePhrase } from '../../../../shared/placement/place-phrases.ts';
import { documentBlocks } from '../../../../supervisor/threads/document/document-blocks.ts';

const blocksOf = (text: string) =>
  documentBlocks(text, 'markdown').map((block, index) => ({ id: `b${index}`, ...block }));

const linesOf = (count: number, line: (at: number) => string): string =>
  `${Array.from({ length: count }, (_, at) => line(at)).join('\n')}\n`;

const elementsIn = (html: string): number => html.match(/<[a-z]/gu)?.length ?? 0;

const table = `|h|i|\n|-|-|\n${linesOf(3000, (at) => `|**w${at}**|x|`)}`;
const items = linesOf(3000, (at) => `- [w${at}](http://e.org/${at}) x`);
const numbers = linesOf(6000, (at) => `${at + 7}. w${at}`);
const links = linesOf(3000, (at) => `[w${at}](http://e.org/${at})`);
const page = `<div>\n\n${linesOf(3000, (at) => `*w${at}*\n`)}\n</div>\n`;
const item = `- a\n- b\n\n${linesOf(6000, (at) => `  - w${at}`)}- c\n`;
const note = `a[^n]\n\n[^n]: x\n\n${linesOf(6000, (at) => `    - w${at}`)}`;

describe('a large block', () => {
  it.each([
    ['table', table],
    ['list', items],
    ['numbered list', numbers],
    ['paragraph of links', links],
    ['HTML element', page],
    ['quote', linesOf(3000, (at) => `> - w${at}`)],
    ['quoted code', `> ~~~\n${linesOf(6000, (at) => `> w${at}`)}`],
    ['item of a list', item],
    ['footnote', note],
  ])('is blocks that a page can lay out, all of it in its place: a %s', (_, text) => {
    const blocks = blocksOf(`# t\n\n${text}\nend\n`);
    for (const { html } of blocks) expect(elementsIn(html)).toBeLessThanOrEqual(5100);
    expect(blocks.flatMap(({ unshownLines = [] }) => unshownLines)).toEqual([]);
    const source = `# t\n\n${text}`.split('\n');
    for (const word of ['w0', 'w1', 'w499', 'w1666', 'w1667', 'w2500', 'w2999']) {
      const line = source.findIndex((one) => one.match(/\bw\d+\b/u)?.[0] === word) + 1;
      expect([word, placePhrase(blocks, word)?.startLine]).toEqual([word, line]);
    }
    const inOrder = blocks.toSorted((one, other) => one.startLine - other.startLine);
    for (const [at, block] of inOrder.slice(1).entries())
      expect(block.startLine).toBeGreaterThan(inOrder[at]?.endLine ?? 0);
  });

  it('says which lines are source', () => {
    const blocks = blocksOf(table);
    expect(blocks[0]).toMatchObject({ kind: 'table', startLine: 1 });
    const next = (blocks[0]?.endLine ?? 0) + 1;
    expect(blocks[1]).toMatchObject({ kind: 'code', startLine: next });
    expect(blocks[1]?.html).toContain(`data-info="markdown ${next}–3002"`);
    expect(blocksOf(links)[0]?.html).toContain('data-info="markdown 1–3000"');
  });

  it('that is a list goes on with its numbers, also below an item that is source', () => {
    for (const { html, text } of blocksOf(numbers)) {
      const first = Number(/w(\d+)/u.exec(text)?.[1]);
      expect(html).toContain(`start="${first + 7}"`);
    }
    const long = linesOf(6000, (at) => `   - x${at}`);
    const [one, , ...others] = blocksOf(`1. a\n2. b\n${long}3. c\n`);
    expect(one?.text).toContain('a');
    expect(others.at(-1)?.html).toContain('<ol data-line="6003" start="3">');
  });

  it('that is a list has the same parts below an item that is new', () => {
    const before = new Set(blocksOf(items).map(({ text }) => text));
    const after = blocksOf(`- new\n${items}`).filter(({ text }) => !before.has(text));
    expect(before.size).toBeGreaterThan(15);
    expect(after.length).toBeLessThan(5);
  });

  it('is one block up to the limit', () => {
    expect(blocksOf(linesOf(2000, (at) => `- w${at}`))).toHaveLength(1);
    expect(blocksOf(`|h|\n|-|\n${linesOf(2000, (at) => `|w${at}|`)}`)).toHaveLength(1);
  });
});
