import { describe, expect, it } from 'vitest';
import { documentBlocks } from '../../../../supervisor/threads/document/document-blocks.ts';
import { markdownBeginning } from '../../../../supervisor/threads/document/markdown-beginning.ts';

/** Enough lines to make any text a long one. */
const rest = `\n\n${'A line of the rest.\n\n'.repeat(4000)}`;

const many = (part: (at: number) => string): string =>
  Array.from({ length: 100 }, (_, at) => part(at)).join('');

describe('the beginning of a long text', () => {
  it.each([
    ['paragraphs', many((at) => `## ${at}\n\nSome *words* and \`code\` of it.\n\n`)],
    [
      'lists, tables and code',
      many((at) => `- a\n- b\n\n| a |\n| - |\n| ${at} |\n\n\`\`\`\nx\n\`\`\`\n\n`),
    ],
    ['front matter', `---\ntitle: x\n---\n\n${many((at) => `${at}\n\n`)}`],
  ])('of %s is the same as in the whole', (_, start) => {
    const text = start + rest;
    const beginning = markdownBeginning(text);
    expect(beginning).toHaveLength(30);
    expect(beginning).toEqual(documentBlocks(text, 'markdown').slice(0, 30));
  });

  it('has the links and footnotes that are defined at the end', () => {
    const text = `See [it][there] and more.[^a]\n${rest}[there]: https://example.org/\n\n[^a]: A note.\n`;
    const [first] = markdownBeginning(text);
    expect(first?.html).toContain('href="https://example.org/"');
    expect(first?.html).toContain('footnote-ref');
    expect(first).toEqual(documentBlocks(text, 'markdown')[0]);
  });

  it('reads only so many definitions', () => {
    const others = Array.from({ length: 10_000 }, (_, at) => `[other ${at}]: u\n`).join('');
    const [first] = markdownBeginning(`[near] [far]\n\n${rest}[near]: u\n${others}[far]: u\n`);
    expect(first?.html).toContain('>near</a> [far]');
  });

  it.each([
    ['a fence', `Words.\n\n\`\`\`\n${`${'code '.repeat(20)}\n`.repeat(1000)}\`\`\`\n${rest}`],
    ['a list', `Words.\n\n${'- item\n'.repeat(10_000)}${rest}`],
    ['a paragraph', `Words.\n\n${'word\n'.repeat(10_000)}${rest}`],
  ])('ends before %s that goes on', (_, text) => {
    expect(markdownBeginning(text).map((block) => block.text)).toEqual(['Words.']);
  });

  it('is nothing of a short text, or of a single line', () => {
    expect(markdownBeginning('# Short\n\nWords.\n'.repeat(1000))).toEqual([]);
    expect(markdownBeginning('word '.repeat(100_000))).toEqual([]);
  });
});
