import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeBlocks } from '../../../../supervisor/threads/document/code-blocks.ts';
import { markdownBlocks } from '../../../../supervisor/threads/document/markdown-blocks.ts';
import { closePages, sharedBrowser } from '../../../helpers/browser.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await sharedBrowser();
  page = await browser.newPage();
});
afterAll(() => closePages(browser));

/** The text content of pieces of HTML in a real document. */
const textsInBrowser = (htmls: readonly string[]): Promise<(string | null)[]> =>
  page.evaluate(
    (all) =>
      all.map((html) => {
        const element = document.createElement('div');
        element.innerHTML = html;
        return element.textContent;
      }),
    [...htmls],
  );

const parts = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme' }) },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      '- ',
      '1. ',
      '> ',
      '# ',
      '```\n',
      '~~~ts\n',
      '    ',
      '\t',
      '\n',
      '\n\n',
      '| a | b |\n|---|---|\n| ',
      '**',
      '_',
      '`',
      '~~',
      '&lt;',
      '&nbsp;',
      '&#10;',
      '&#13;',
      '<b>',
      '</p>',
      '<table>',
      '<table>\n',
      '<tr><td>',
      '</td></tr>',
      '</table>\n\n',
      '<details>\n<summary>',
      '</summary>\n\n',
      '\n\n</details>\n\n',
      '<p align="center">',
      '\n<pre>\n',
      '</pre>\n',
      '<a href="./x">',
      '</a>',
      '</b>',
      '<br>',
      '<img src="x" alt="y">',
      '\n<div>\n',
      '</div>\n',
      '<ul><li>',
      '</li></ul>',
      '<h1>',
      '</h1>',
      '<dl><dt>',
      '<caption>',
      '</caption>',
      '<!--',
      ']]>',
      '[x](http://y "z>")',
      '[![a](b)](c)',
      '![<p>](http://x "y")',
      '- [x] ',
      'x[^a] ',
      '\n[^a]: ',
      '> [!NOTE]\n> ',
      '---\n',
      'key: ',
      'http://a.b/?c&d',
      '"',
      "'",
      '\f',
      '\v',
      '\u0085',
      '\u2028',
      '\uFEFF',
    ),
  },
);

describe('the text of a block', () => {
  it('is what a browser finds in its HTML', async () => {
    const documents = fc
      .sample(fc.array(parts, { maxLength: 25 }), 1500)
      .map((all) => all.join('').replaceAll('\0', '\uFFFD'));
    const blocks = documents.flatMap((text) => [
      ...markdownBlocks(text),
      ...codeBlocks({ text, firstLine: 1 }),
    ]);
    const texts = await textsInBrowser(blocks.map(({ html }) => html));
    for (const [index, { html, text }] of blocks.entries())
      expect(JSON.stringify([html, texts[index]])).toBe(JSON.stringify([html, text]));
  });
});
