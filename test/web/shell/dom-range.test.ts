import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadModule } from '../../helpers/browser-module.ts';
import { closePages, openNewPage, sharedBrowser } from '../../helpers/browser.ts';

declare const tested: {
  readonly toDomRange: (root: Element, start: number, end: number) => Range | undefined;
  readonly toDomRanges: (root: Element, start: number, end: number) => Range[];
  readonly textOf: (root: Element) => string;
  readonly toTextOffset: (root: Element, node: Node, offset: number) => number;
};

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await sharedBrowser();
  ({ page } = await openNewPage(browser, 'about:blank'));
  await loadModule(page, 'web/shell/dom-range.ts');
});
afterAll(() => closePages(browser));

describe('ranges in the page', () => {
  it.each([
    '<p>one <b>two</b> <i>th<u>re</u>e</i></p>',
    '<ul><li>a</li><li>b <code>c</code></li></ul>',
    '<pre><code>x\n  y\n</code></pre>',
    '<p>\u{1F600} <b></b>e\u0301</p>',
  ])('cover the text between their offsets and map back to them: %s', async (html) => {
    const wrong = await page.evaluate((source) => {
      const root = document.createElement('div');
      root.innerHTML = source;
      document.body.append(root);
      const text = root.textContent ?? '';
      const failures: string[] = [];
      for (let start = 0; start < text.length; start += 1)
        for (let end = start + 1; end <= text.length; end += 1) {
          const range = tested.toDomRange(root, start, end);
          if (range?.toString() !== text.slice(start, end)) failures.push(`${start}-${end}`);
          else if (
            tested.toTextOffset(root, range.startContainer, range.startOffset) !== start ||
            tested.toTextOffset(root, range.endContainer, range.endOffset) !== end
          )
            failures.push(`${start}-${end} back`);
        }
      root.remove();
      return failures;
    }, html);
    expect(wrong).toEqual([]);
  });

  it('accept points between elements and outside of the block', async () => {
    const offsets = await page.evaluate(() => {
      document.body.innerHTML =
        '<p id="before">x</p><div><p>ab</p><p>cd</p></div><p id="after">y</p>';
      const root = document.querySelector('div');
      const before = document.querySelector('#before');
      const after = document.querySelector('#after');
      if (root === null || before === null || after === null) return [];
      return [
        tested.toTextOffset(root, before, 0),
        tested.toTextOffset(root, root, 0),
        tested.toTextOffset(root, root, 1),
        tested.toTextOffset(root, root, 2),
        tested.toTextOffset(root, after, 1),
      ];
    });
    expect(offsets).toEqual([0, 0, 2, 4, 4]);
  });

  it('ignore elements that the page has added to the text', async () => {
    const seen = await page.evaluate(() => {
      document.body.innerHTML =
        '<div>ab<span data-inset>xy<b>z</b></span>cd<p data-inset>w</p><i>ef</i></div>';
      const root = document.querySelector('div');
      const [inset, last] = [document.querySelector('b'), document.querySelector('i')];
      if (root === null || inset === null || last === null) return undefined;
      return {
        text: tested.textOf(root),
        ranges: tested.toDomRanges(root, 1, 5).map(String),
        offsets: [
          tested.toTextOffset(root, inset, 1),
          tested.toTextOffset(root, root, 3),
          tested.toTextOffset(root, last, 1),
        ],
      };
    });
    expect(seen).toEqual({ text: 'abcdef', ranges: ['b', 'cd', 'e'], offsets: [2, 4, 6] });
  });
});
