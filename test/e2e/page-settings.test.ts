import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPage, partsForTheEnd } from '../helpers/browser.ts';
import { submitReview } from '../helpers/decide.ts';
import { openDocumentPage } from '../helpers/document-page.ts';
import { sessionPath } from '../helpers/paths.ts';
import { addFinding, sharedReview } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';
import { call } from '../helpers/http-call.ts';
import { writeSettings } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

const { reviews, browser } = await reviewsInBrowser();

const text = '# Text\n\nA paragraph.\n\nAnother one.\n';
const openOwn = () =>
  openDocumentPage({ reviews, browser, name: 'text.md', text, options: { colorScheme: 'light' } });

const defaults = { warmWorkers: 0 };
/** Changes the settings until the test is over. */
const settings = async (changed: object): Promise<void> => {
  onTestFinished(() => writeSettings(reviews.home, defaults));
  await writeSettings(reviews.home, { ...defaults, ...changed });
};

const share = sharedReview(async () => {
  await writeFile(join(reviews.folder, 'shared.md'), text);
  return reviews.open(['document', 'shared.md']);
});
/** The text in the review of all tests that leave it open. */
const openText = async (prepare?: (page: Page) => Promise<unknown>) => {
  const session = await share();
  const watched = await openPage(browser, session.url, { ...(prepare && { prepare }) });
  await watched.page.getByText('A paragraph.').waitFor();
  return { session, ...watched };
};

describe('the page', () => {
  it('changes its theme in all tabs of the session, and remembers it', async () => {
    const { page, session } = await openText();
    const { page: other } = await openPage(browser, session.url);
    await other.getByText('A paragraph.').waitFor();
    const background = () =>
      other.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    await page.keyboard.press('t');
    await expect.poll(background).not.toBe(light);
    expect((await call(`${session.url}${sessionPath('getConfig')}`)).json).toMatchObject({
      theme: 'dark',
    });
    await page.keyboard.press('t');
    await expect.poll(background).toBe(light);
  });

  it('applies the keys in the settings, and shows them', async () => {
    // The last is a key binding of the other page.
    await settings({ keys: { 'comment.whole': 'm', 'comment.all': 'x', 'dashboard.next': 'x' } });
    const { page } = await openText();
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.getByRole('textbox', { name: 'Overall comment' }).waitFor();
    // In an editor that the first key had opened, the second would be typed.
    expect(await page.getByRole('textbox').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await page.getByRole('textbox').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await expect
      .poll(() =>
        page
          .getByRole('dialog')
          .locator('div', { hasText: /^Add overall commentm$/u })
          .count(),
      )
      .toBe(1);
    const unknown = page.getByRole('dialog').getByText('unknown commands');
    await expect.poll(() => unknown.textContent()).toMatch(/: comment\.all$/u);
  });

  it('shows and dismisses findings while tools are changing them', async () => {
    const { page, session } = await openText();
    const { json } = await addFinding(session.url, {
      source: 'vale',
      type: 'COMMENT',
      originalText: 'Another',
      text: 'first',
    });
    const [id] = (json as { ids: string[] }).ids;
    await page.getByRole('button', { name: '1 finding', exact: true }).click();
    await page.getByText('first').waitFor();
    await call(`${session.url}${sessionPath('updateAnnotation')}?id=${id}`, {
      method: 'PATCH',
      body: { text: 'second', originalText: 'paragraph' },
    });
    await page.getByText('second').waitFor();
    await page.locator('.block', { hasText: 'A paragraph.' }).getByText('1').waitFor();
    await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await page.getByText('second').waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await page.getByText('second').waitFor();
    await call(`${session.url}${sessionPath('removeAnnotations')}`, { method: 'DELETE' });
    await page.getByText('No findings yet.').waitFor();
  });

  it('navigates blocks and findings by keyboard', async () => {
    const { page, session } = await openText();
    await addFinding(session.url, {
      source: 'vale',
      type: 'COMMENT',
      originalText: 'Another',
      text: 'Which?',
    });
    await page.getByRole('button', { name: '1 finding', exact: true }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('article', { name: 'Finding from vale' }).waitFor();
    const focused = () =>
      page.evaluate(() => document.activeElement?.querySelector('[data-block]')?.textContent);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(focused).toBe('A paragraph.');
    await page.keyboard.press('[');
    await expect.poll(focused).toBe('Text');
  });

  it('saves what is written while its stream breaks again and again', async () => {
    const { page, session } = await openText((one) =>
      one.route(`**${sessionPath('streamEvents')}`, (route) =>
        route.fulfill({ contentType: 'text/event-stream', body: '' }),
      ),
    );
    await page.keyboard.press('g');
    for (const part of ['All', ' of', ' it']) {
      await page.keyboard.type(part);
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    }
    const path = sessionPath('getDraft', { query: { version: '2' } });
    await expect
      .poll(async () => JSON.stringify((await call(`${session.url}${path}`)).json))
      .toContain('All of it');
    expect(await page.getByText('Not saved').count()).toBe(0);
  });

  // The last of those that share a review.
  it('says that the server does not answer when it dies without a stream', async () => {
    const { page, session } = await openText((one) =>
      one.route(`**${sessionPath('streamEvents')}`, (route) => route.abort()),
    );
    await page.getByRole('alert').getByText('no live updates').waitFor();
    process.kill(session.pid, 'SIGKILL');
    await page.getByRole('alert').getByText('does not answer').waitFor();
  });

  it('saves what is written when its stream is refused, and says what is missing', async () => {
    await settings({ limits: { streams: 1 } });
    const { page: first, session } = await openOwn();
    await addFinding(session.url, { source: 'lint', type: 'GLOBAL_COMMENT', text: 'Streamed.' });
    await first.getByRole('button', { name: '1 finding', exact: true }).waitFor();
    const { page } = await openPage(browser, session.url);
    const banner = page.getByRole('alert').filter({ hasText: 'no live updates' });
    await banner.waitFor();
    await page.keyboard.press('g');
    await page.keyboard.type('Without a stream');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await first.getByRole('button', { name: '1 comment', exact: true }).waitFor();
    expect(await page.getByText('does not answer').count()).toBe(0);
    await first.close();
    await banner.waitFor({ state: 'detached' });
    process.kill(session.pid, 'SIGKILL');
    await page.getByRole('alert').getByText('does not answer').waitFor();
  });

  it('does not trust another server on its port', async () => {
    const { page, session } = await openOwn();
    const port = Number(new URL(session.url).port);
    await page.keyboard.press('g');
    await page.keyboard.type('Only for my own');
    // From here on the page is connected and has nothing to send.
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await partsForTheEnd(page);
    const asked: string[] = [];
    process.kill(session.pid, 'SIGKILL');
    const stranger = await listenAt(port, (method, path) => asked.push(`${method} ${path}`));
    await page.getByRole('alert').getByText('does not answer').waitFor();
    await page.keyboard.type(' session.');
    await page.keyboard.press('Control+Enter');
    await submitReview(page);
    await page.getByRole('dialog').getByText('The server of this review is gone.').waitFor();
    await expect.poll(() => asked).toContain('GET /api/session');
    expect(asked.filter((line) => !line.startsWith('GET') || line.includes('events'))).toEqual([]);
    await page.getByText('Not saved:').waitFor();
    stranger.closeAllConnections();
    await new Promise((resolve) => stranger.close(resolve));
  });
});

/** A server of another session on a port that was just released. */
const listenAt = async (
  port: number,
  onRequest: (method: string, path: string) => void,
): Promise<Server> => {
  const server = createServer((request, response) => {
    onRequest(request.method ?? '', request.url ?? '');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: '000000000000', mode: 'document' }));
  });
  await until('the port is free', async () => {
    server.listen(port, '127.0.0.1');
    return Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]).catch(() => false);
  });
  return server;
};
