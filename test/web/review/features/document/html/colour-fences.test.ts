import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadModule } from '../../../../../helpers/browser-module.ts';
import { closePages, openNewPage, sharedBrowser } from '../../../../../helpers/browser.ts';

declare const tested: {
  readonly colouredCode: (code: string, lines: readonly object[]) => DocumentFragment | undefined;
};

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await sharedBrowser();
  ({ page } = await openNewPage(browser, 'about:blank'));
  await loadModule(page, 'web/review/features/document/html/colour-fences.ts');
});
afterAll(() => closePages(browser));

const token = (value: string, style?: string) => ({
  type: 'element',
  properties: style === undefined ? {} : { style },
  children: [{ type: 'text', value }],
});
const line = (...children: object[]) => ({ type: 'element', properties: {}, children });

/** The HTML for code with the highlighter's lines. */
const coloured = (code: string, lines: readonly object[]) =>
  page.evaluate(
    ([text, tree]) => {
      const element = document.createElement('div');
      const fragment = tested.colouredCode(text, tree);
      if (fragment === undefined) return undefined;
      element.append(fragment);
      return { html: element.innerHTML, text: element.textContent };
    },
    [code, lines] as const,
  );

const red = '--x-light:#aa0000;--x-dark:#ff0000';

describe('coloured code', () => {
  it('has a colour for each theme, and unchanged text', async () => {
    const made = await coloured('a b\nc\n', [
      line(token('a', red), token(' '), token('b\n', red)),
      line(token('c')),
    ]);
    expect(made?.text).toBe('a b\nc\n');
    expect(made?.html).toMatch(/^<span style="color: light-dark\([^"]+\);">a b\n<\/span>c\n$/u);
  });

  it('is left plain if the text would change', async () => {
    expect(await coloured('a\nb', [line(token('a'))])).toBeUndefined();
    expect(await coloured('a', [line(token('a')), line(token(''))])).toBeUndefined();
  });

  it('contains no other markup or styles of the highlighter', async () => {
    const made = await coloured('<img src=x>', [
      line(token('<img src=x>', `${red};background:url(http://x.invalid)`)),
    ]);
    expect(made?.html).not.toContain('<img');
    expect(made?.html).not.toContain('url');
  });
});
