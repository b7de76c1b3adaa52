import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { expect, it } from 'vitest';
import { openPage, seriousViolations } from '../helpers/browser.ts';
import { decide } from '../helpers/decide.ts';
import { htmlFrame } from '../helpers/html-frame.ts';
import { addFinding } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

/** One red pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

const html = `<!doctype html>
<html lang="en"><head><title>Release notes</title>
<link rel="stylesheet" href="style.css">
<style>.gone { display: none }</style></head>
<body>
<h1>Version 2</h1>
<p id="intro">It is <b>much faster</b>
than before.</p>
<!-- to do -->
<p class="gone">Nobody reads this.</p>
<img src="images/logo.png" alt="The logo" width="40" height="20">
<img src="https://example.invalid/spy.png" alt="Elsewhere">
<ul><li>First item</li><li>Second <a href="https://example.invalid/more">item</a></li></ul>
<script>document.title = 'ran'</script>
</body></html>
`;

const mark = (frame: Frame, selector: string): Promise<void> =>
  frame.locator(selector).evaluate((element) => {
    getSelection()?.selectAllChildren(element);
  });

/** The page clears what is selected once there is an editor on it: in a process of its own, at its own time. */
const nothingSelected = (frame: Frame): Promise<void> =>
  expect.poll(() => frame.evaluate(() => getSelection()?.isCollapsed)).toBe(true);

it('is shown as it is, with comments on its text and elements, and with findings', async () => {
  const folder = join(reviews.folder, 'site');
  await mkdir(join(folder, 'images'), { recursive: true });
  await writeFile(join(folder, 'notes.html'), html);
  await writeFile(join(folder, 'style.css'), 'h1 { color: rgb(1, 2, 3) }');
  await writeFile(join(folder, 'images/logo.png'), pixel);
  await writeFile(join(reviews.folder, 'outside.png'), pixel);
  await symlink(join(reviews.folder, 'outside.png'), join(folder, 'link.png'));
  await writeFile(join(folder, '.hidden.png'), pixel);
  const { session, ended } = await reviews.review(['document', 'site/notes.html']);
  const { page, problems } = await openPage(browser, session.url);
  const frame = await htmlFrame(page);

  const marked = (style: string) =>
    frame.evaluate(
      (of) =>
        [...CSS.highlights].flatMap(([name, ranges]) =>
          name.endsWith(of) ? [...ranges].map(String) : [],
        ),
      `-${style}`,
    );

  // Its own styles and images, and nothing from elsewhere.
  const heading = frame.getByRole('heading', { name: 'Version 2' });
  await expect
    .poll(() => heading.evaluate((element) => getComputedStyle(element).color))
    .toBe('rgb(1, 2, 3)');
  const width = (name: string) =>
    frame.getByAltText(name).evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(() => width('The logo')).toBe(1);
  await expect.poll(() => width('Elsewhere')).toBe(0);
  const facts = page.locator('.frame-facts');
  for (const fact of [
    'Title: Release notes',
    '1 hidden text',
    '1 script',
    '1 HTML comment',
    '1 image or style from',
  ])
    await facts.getByText(fact).waitFor();

  // Only what the document may show is served, to this page only.
  const assets = frame.url();
  const statusOf = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`${assets}${path}`, { headers })).status;
  expect(await statusOf('images/logo.png', { 'Sec-Fetch-Site': 'cross-site' })).toBe(200);
  for (const path of [
    'link.png',
    '.hidden.png',
    'notes.html',
    'gone.png',
    '..%2Foutside.png',
    'images%2Flogo.png',
    'images/..%2F..%2Foutside.png',
    'images',
    'images//logo.png',
    '%22a%22.png',
    'a%00.png',
  ])
    expect([path, await statusOf(path)]).toEqual([path, 404]);
  const other = await fetch(`${assets.replace(/\w{32}/u, '0'.repeat(32))}images/logo.png`);
  expect(other.status).toBe(404);
  const { headers } = await fetch(`${assets}images/logo.png`);
  expect(Object.fromEntries(headers)).toMatchObject({
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': expect.stringContaining("frame-ancestors 'self'") as string,
    'x-content-type-options': 'nosniff',
  });
  expect(headers.get('access-control-allow-origin')).toBeNull();

  // A finding by a tool, from its list.
  await addFinding(session.url, {
    source: 'style',
    type: 'COMMENT',
    originalText: 'much faster than before',
    text: 'By how much?',
  });
  await expect.poll(() => marked('finding')).toEqual(['much faster\nthan before']);
  await frame.locator('#intro').click({ position: { x: 60, y: 8 } });
  const notes = page.getByRole('complementary', { name: 'Comments and findings' });
  await notes.getByText('By how much?').waitFor();

  // Words across elements, by a key that is pressed in the frame.
  await mark(frame, '#intro');
  await page.getByRole('toolbar', { name: 'Selected text' }).waitFor();
  await frame.locator('body').press('c');
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('Say how.');
  await page.keyboard.press('Control+Enter');
  await notes.getByText('Say how.').waitFor();

  // An element.
  await nothingSelected(frame);
  await page.getByRole('button', { name: 'Select element' }).click();
  const logo = frame.getByAltText('The logo');
  // The frame outlines what is under the mouse as soon as it knows that elements are picked.
  const names = () => logo.evaluate((element) => element.getAttributeNames());
  await expect
    .poll(async () => {
      await heading.hover();
      await logo.hover();
      return names();
    })
    .toContainEqual(expect.stringMatching(/^data-/u));
  await logo.click();
  await page
    .getByRole('toolbar', { name: 'Selected text' })
    .getByRole('button', { name: 'Comment' })
    .click();
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('Too small.');
  await page.keyboard.press('Control+Enter');
  await notes.getByText('Too small.').waitFor();

  // Words of several paragraphs: all of them are marked, and those of a finding.
  await addFinding(session.url, {
    source: 'style',
    type: 'COMMENT',
    originalText: 'Version 2\n\nIt is much',
    text: 'Which?',
  });
  await nothingSelected(frame);
  await frame.evaluate(() => {
    const [from, to] = ['#intro b', 'li'].map((of) => document.querySelector(of)?.firstChild);
    if (from && to) getSelection()?.setBaseAndExtent(from, 5, to, 5);
  });
  await page
    .getByRole('toolbar', { name: 'Selected text' })
    .getByRole('button', { name: 'Comment' })
    .click();
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('All of these.');
  const words = ['faster\nthan before.', 'Nobody reads this.', 'First'];
  await expect.poll(() => marked('active')).toEqual(expect.arrayContaining(words));
  await page.keyboard.press('Control+Enter');
  await notes.getByText('All of these.').waitFor();
  await expect.poll(() => marked('comment')).toEqual(expect.arrayContaining(words));
  await expect
    .poll(() => marked('finding'))
    .toEqual(expect.arrayContaining(['Version 2', 'It is much']));

  // A link is not followed; its address is shown first.
  await frame.getByText('item', { exact: true }).click();
  await page.getByText('Link to https://example.invalid/more').waitFor();
  expect(frame.url()).toBe(assets);

  // All of its text, and back.
  await frame.locator('body').press('Shift+P');
  await page.locator('.document').getByText('Nobody reads this.').waitFor();
  await page.getByRole('button', { name: 'Show page' }).click();
  await (await htmlFrame(page)).getByRole('heading', { name: 'Version 2' }).waitFor();
  await page.keyboard.press('Shift+S');
  await page.getByRole('dialog', { name: 'Source' }).getByText('<!-- to do -->').waitFor();
  await page.keyboard.press('Escape');
  // What is not loaded is not tried, either.
  expect(problems).toEqual([]);

  // It talks to frames as if they had an origin.
  expect(await seriousViolations(page)).toEqual([]);

  await decide(page, { verdict: 'Send feedback' });
  const feedback = (await ended).output;
  expect(feedback).toContain('It is much faster than before.');
  expect(feedback).toContain('Say how.');
  expect(feedback).toContain('[The logo]');
  expect(feedback).toMatch(/[Ll]ines? 7/u);
});

it('of an address is one click away from its text', async () => {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>News</title><h1>Title</h1><p>Words.<img src="a.png">');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    const { port } = server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/news`;
    const { session } = await reviews.openAwaited(['document', address, '--allow-private']);
    const { page, problems } = await openPage(browser, session.url);
    await page.locator('.document').getByText('Words.').waitFor();
    await page.getByRole('button', { name: 'Show page' }).click();
    const frame = await htmlFrame(page);
    await frame.getByRole('heading', { name: 'Title' }).waitFor();
    await page.getByText('1 image or style from elsewhere').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Select element' }).count()).toBe(0);
    expect(problems).toEqual([]);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
