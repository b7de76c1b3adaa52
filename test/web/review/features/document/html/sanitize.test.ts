import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadModule } from '../../../../../helpers/browser-module.ts';
import { closePages, openNewPage, sharedBrowser } from '../../../../../helpers/browser.ts';

declare const tested: {
  readonly sanitize: (html: string) => string;
  readonly renderText: (text: string) => string;
  readonly renderLine: (line: string) => string;
};

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await sharedBrowser();
  ({ page } = await openNewPage(browser, 'about:blank'));
  await loadModule(page, 'web/review/features/document/html/sanitize.ts');
});
afterAll(() => closePages(browser));

/** The DOM of the sanitized HTML, after it has had time to run scripts and load resources. */
const inserted = (html: string) =>
  page.evaluate(async (source) => {
    const place = document.createElement('div');
    place.innerHTML = tested.sanitize(source);
    document.body.append(place);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const result = { html: place.innerHTML, hit: (window as { hit?: unknown }).hit };
    place.remove();
    return result;
  }, html);

describe('sanitize', () => {
  it.each([
    '<script>window.hit = 1</script>',
    '<img src=x onerror="window.hit = 1">',
    '<svg><animate onbegin="window.hit = 1" attributeName=x dur=1s></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.hit=1&gt;">',
    '<iframe srcdoc="<script>parent.hit = 1</script>"></iframe>',
    '<object data="data:text/html,x"></object><embed src="x">',
    '<style>* { display: none }</style><link rel=stylesheet href=x>',
    '<form action="/api/exit"><button>x</button></form>',
    '<base href="https://elsewhere.invalid/"><meta http-equiv=refresh content="0;url=x">',
    '<details open ontoggle="window.hit = 1">x</details>',
    '<video autoplay src=x onloadstart="window.hit = 1"></video>',
    '<template><script>window.hit = 1</script></template>',
  ])('prevents running, loading and navigating: %s', async (hostile) => {
    const { html, hit } = await inserted(hostile);
    expect(hit).toBeUndefined();
    expect(html).not.toMatch(
      /<(?:script|svg|math|iframe|object|embed|style|link|form|base|meta|video|template)\b|\son\w+=|\ssrc=/iu,
    );
  });

  it.each([
    { html: '<a href="javascript:alert(1)">x</a>', expected: '<a>x</a>' },
    {
      html: '<a href="https://a.example/">x</a>',
      expected:
        '<a href="https://a.example/" target="_blank" rel="noopener noreferrer" title="https://a.example/">x</a>',
    },
    { html: '<a href="#part">x</a>', expected: '<a href="#part">x</a>' },
    { html: '<a href="/api/session">x</a>', expected: '<a title="/api/session">x</a>' },
    {
      html: '<p id="root" name="x" style="position:fixed" data-x="1">x</p>',
      expected: '<p dir="auto">x</p>',
    },
    {
      html: '<p class="toast language-ts">x</p>',
      expected: '<p class="language-ts" dir="auto">x</p>',
    },
    {
      html: '<img src="https://a.example/x.png" alt="">',
      expected:
        '<img alt="Image" class="absent-image" title="Not loaded: https://a.example/x.png">',
    },
    { html: '<input type="text" value="x">', expected: '' },
    {
      html: '<input type="checkbox" checked>',
      expected: '<input type="checkbox" checked="" disabled="" aria-label="Done">',
    },
    {
      html: '<table><tbody><tr><td align="right">1</td></tr></tbody></table>',
      expected: '<table><tbody><tr><td align="right" dir="auto">1</td></tr></tbody></table>',
    },
    {
      html: '<pre dir="rtl">x</pre><pre>y</pre>',
      expected: '<pre dir="rtl">x</pre><pre dir="ltr">y</pre>',
    },
  ])('turns $html into $expected', async ({ html, expected }) => {
    expect((await inserted(html)).html).toBe(expected);
  });
});

describe('the markdown of a finding or comment', () => {
  beforeAll(() => loadModule(page, 'web/shell/markdown/rendered-markdown.tsx'));

  const rendered = (text: string) =>
    page.evaluate(
      (source) => [tested.renderText(source), tested.renderLine(source)] as const,
      text,
    );

  it.each([
    [
      '**a** `b`',
      '<p><strong>a</strong> <code>b</code></p>\n',
      '<strong>a</strong> <code>b</code>',
    ],
    ['# a', '<p><strong>a</strong></p>\n', '# a'],
    ['a\nb', '<p>a<br>\nb</p>\n', 'a\nb'],
    ['[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>\n', '[a](javascript:alert(1))'],
    ['[a](/api/exit)', '<p>[a](/api/exit)</p>\n', '[a](/api/exit)'],
    [
      '[a](https://a.example/)',
      '<p><a href="https://a.example/" target="_blank" rel="noopener noreferrer" title="https://a.example/">a</a></p>\n',
      'a',
    ],
    [
      '<b onclick=x>a</b>',
      '<p>&lt;b onclick=x&gt;a&lt;/b&gt;</p>\n',
      '&lt;b onclick=x&gt;a&lt;/b&gt;',
    ],
  ])('is a safe subset: %j', async (text, asText, asLine) => {
    expect(await rendered(text)).toEqual([asText, asLine]);
  });

  it.each([
    '[',
    '[a](',
    '*a',
    '**a *',
    '_*',
    '`a``',
    '<a',
    '> ',
    '- ',
    '&amp;',
    '\\',
    '~~a',
    'a\n',
  ])('takes linear time: %j', async (part) => {
    const text = part.repeat(65_536 / part.length);
    expect((await rendered(text))[0].length).toBeGreaterThan(0);
  });
});
