import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Annotation } from '../../shared/annotations/annotation.ts';
import type { Decision } from '../../shared/session/decision.ts';
import type { Imported } from '../../shared/session/share.ts';
import { allViolations, emulateMedia, openNewPage, openPage } from '../helpers/browser.ts';
import { call } from '../helpers/http-call.ts';
import { png } from '../helpers/images.ts';
import { sessionPath } from '../helpers/paths.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

const evil =
  '</script><script>window.ran=1</script><!--<img src=x onerror=window.ran=2>\u2028\u202e';
const plan = [
  '# Plan',
  '',
  'It takes two weeks.',
  '',
  'Then it takes two weeks again, see [the site](javascript:window.ran=3).',
  '',
  `Never run this: ${evil}`,
  '',
  '<details open><summary>More</summary>Hidden <b onclick="window.ran=4">words</b></details>',
  '',
  '<img src="http://127.0.0.1:9/pixel.png"> ![chart](http://127.0.0.1:9/chart.png)',
  '',
].join('\n');

/** Opens a shared file as a colleague does, and watches that it asks for nothing. */
const openShared = async (path: string, options: BrowserContextOptions = {}) => {
  const { page, problems } = await openNewPage(browser, 'about:blank', options);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
      Object.assign(window, { violation: blockedURI });
    }),
  );
  const address = pathToFileURL(path).href;
  await page.goto(address);
  await page.getByRole('button', { name: /Download with|herunterladen/u }).waitFor();
  return {
    page,
    /** What it tried, besides showing itself. */
    tried: async () => ({
      problems,
      requests: requests.filter((url) => url !== address && !url.startsWith('blob:')),
      ran: await page.evaluate(() => [
        Reflect.get(window, 'ran'),
        Reflect.get(window, 'violation'),
      ]),
    }),
  };
};
const nothing = { problems: [], requests: [], ran: [undefined, undefined] };

const selectText = (page: Page, text: string) =>
  page.evaluate((wanted) => {
    const walker = document.createTreeWalker(
      document.querySelector('.document') ?? document.body,
      4,
    );
    while (walker.nextNode() !== null) {
      const node = walker.currentNode as Text;
      const at = node.data.lastIndexOf(wanted);
      if (at >= 0) getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
    }
  }, text);

const download = async (page: Page, name: string): Promise<string> => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /Download with|herunterladen/u }).click(),
  ]);
  const path = join(reviews.folder, name);
  await file.saveAs(path);
  return path;
};

interface ImportResult {
  readonly session: { readonly id: string; readonly url: string };
  readonly isNew: boolean;
  readonly imported: Imported;
}
const importFile = async (path: string, ...options: string[]): Promise<ImportResult> =>
  JSON.parse(
    await reviews.cli('import', path, '--json', '--no-browser', ...options),
  ) as ImportResult;

const findingsOf = async (url: string): Promise<readonly Annotation[]> => {
  const { json } = await call(`${url}${sessionPath('listAnnotations')}`);
  return (json as { annotations: Annotation[] }).annotations;
};

it('a plan goes to colleagues as a file, and their comments come back', async () => {
  const written = join(reviews.folder, 'shared-plan.md');
  await writeFile(written, plan);
  const { session, ended } = await reviews.openAwaited(['plan', written]);
  await call(`${session.url}${sessionPath('addAnnotations')}`, {
    method: 'POST',
    body: { source: 'lint', author: evil, type: 'COMMENT', originalText: 'two weeks', text: evil },
  });
  const own = await openPage(browser, session.url, { acceptDownloads: true });
  await own.page.getByText('It takes two weeks.').waitFor();
  await own.page.keyboard.press('g');
  await own.page.getByRole('textbox').and(own.page.locator(':focus')).waitFor();
  await own.page.keyboard.type(evil);

  // The reviewer downloads it.
  await own.page.getByRole('button', { name: 'More', exact: true }).click();
  await own.page.getByRole('menuitem', { name: 'Share as a file' }).click();
  const dialog = own.page.getByRole('dialog', { name: 'Share as a file' });
  const [file] = await Promise.all([
    own.page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download file' }).click(),
  ]);
  await dialog.getByRole('status').getByText('Plan.html').waitFor();
  expect(await allViolations(own.page)).toEqual([]);
  const first = join(reviews.folder, 'Plan.html');
  await file.saveAs(first);
  await own.page.keyboard.press('Escape');

  // Ada reads it, without a network.
  const ada = await openShared(first, { offline: true, acceptDownloads: true });
  const { page } = ada;
  await page.getByText('window.ran=1').first().waitFor();
  await expect.poll(() => page.locator('.note').count()).toBe(2);
  for (const colorScheme of ['dark', 'light'] as const) {
    await emulateMedia(page, { colorScheme });
    expect(await allViolations(page)).toEqual([]);
  }
  await selectText(page, 'two weeks');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const form = page.locator('form.note-form');
  await form.getByLabel('Your name').fill(`Ada ${evil}`.slice(0, 100));
  await form.getByLabel('Kind').selectOption('question');
  await form.getByLabel('Comment').fill(`Until when? ${evil}`);
  expect(await allViolations(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Edit' }).waitFor();
  // By keyboard, on a whole paragraph; the name is known.
  await page.getByRole('button', { name: 'Comment on this part' }).first().focus();
  await page.keyboard.press('Enter');
  await form.getByRole('textbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('A good title.');
  await page.keyboard.press('Control+Enter');
  await page.locator('.note', { hasText: 'A good title.' }).waitFor();
  const second = await download(page, 'Ada.html');
  expect(await ada.tried()).toEqual(nothing);

  // It is imported, once.
  expect((await importFile(second)).imported).toMatchObject({ added: 2, known: 0, unplaced: 0 });
  expect(await importFile(second)).toMatchObject({
    isNew: false,
    session: { id: session.id },
    imported: { added: 0, changed: 0, known: 2 },
  });
  const comments = (await findingsOf(session.url)).filter(({ source }) => source === 'colleague');
  expect(comments).toMatchObject([
    { text: `Until when? ${evil}`, rule: 'question', placement: 'exact', startLine: 5 },
    { text: 'A good title.', rule: 'must', startLine: 1 },
  ]);
  const counters = own.page.getByRole('group', { name: 'Comments and findings' });
  await counters.getByRole('button').first().click();
  const list = own.page.getByRole('complementary', { name: 'Comments and findings' });
  const row = list.locator('.finding', { hasText: 'A good title.' });
  await row.getByText('colleague · Ada').waitFor();

  // Bo goes on in Ada's file, and Ada changes hers in another.
  const bo = await openShared(second, { acceptDownloads: true, locale: 'de-DE' });
  await bo.page.locator('.note').first().waitFor();
  expect(await bo.page.getByRole('button', { name: 'bearbeiten' }).count()).toBe(0);
  await bo.page.getByRole('button', { name: 'Allgemeinen Kommentar' }).click();
  const german = bo.page.locator('form.note-form');
  await german.getByLabel('Kommentar').fill('Insgesamt gut.');
  // What is still being written goes with the file, but not without a name.
  await bo.page.getByRole('button', { name: 'herunterladen' }).click();
  await bo.page.getByRole('status').getByText('braucht Ihren Namen').waitFor();
  await german.getByLabel('Ihr Name').fill('Bo');
  const third = await download(bo.page, 'Bo.html');
  expect(await bo.tried()).toEqual(nothing);
  const again = await openShared(second, { acceptDownloads: true });
  await again.page.getByRole('button', { name: /^I am Ada/u }).click();
  const hers = again.page.locator('.note', { hasText: 'A good title.' });
  await hers.getByRole('button', { name: 'Edit' }).click();
  await again.page.locator('form.note-form').getByLabel('Comment').fill('The best title.');
  await again.page.getByRole('button', { name: 'Save comment' }).click();
  const question = again.page.locator('.note', { hasText: 'Until when?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await question.waitFor({ state: 'detached' });
  // Closing it now would lose that.
  const [asked] = await Promise.all([
    again.page.waitForEvent('dialog'),
    again.page.close({ runBeforeUnload: true }),
  ]);
  expect(asked.type()).toBe('beforeunload');
  await asked.dismiss();
  const fourth = await download(again.page, 'Ada 2.html');
  expect(await importFile(fourth)).toMatchObject({ imported: { changed: 1, removed: 1 } });
  // Bo's file has what Ada wrote before.
  expect(await importFile(third)).toMatchObject({ imported: { added: 1, changed: 0, known: 2 } });

  // The agent gets them with their names.
  await call(`${session.url}${sessionPath('deny')}`, { method: 'POST', body: {} });
  const { markdown } = JSON.parse((await ended).output) as Decision;
  expect(markdown).toContain('The best title.');
  expect(markdown).toContain('Insgesamt gut.');
  expect(markdown).toMatch(/Bo\b/u);
  expect(markdown).not.toContain('Until when?');

  // The review has ended: the file opens as a new one.
  const { isNew, session: next, imported } = await importFile(second);
  expect([isNew, imported.added, imported.unplaced]).toEqual([true, 2, 0]);
  expect(await findingsOf(next.url)).toMatchObject([{ startLine: 5 }, { startLine: 1 }]);
  // Another file of the same text joins it.
  expect(await importFile(third)).toMatchObject({
    isNew: false,
    session: { id: next.id },
    imported: { added: 1, known: 2 },
  });
  await reviews.cli('sessions', 'close', next.id);

  // Once the plan has come again, its next round takes them.
  const kept = () => reviews.cli('sessions', 'list', '--ended', '--json');
  await expect.poll(kept).toContain(session.id);
  const { id } = await reviews.open(['plan', written]);
  expect(await importFile(second)).toMatchObject({ isNew: false, session: { id } });
}, 120_000);

it('a file that somebody has changed runs nothing, and what would run is stopped by its policy', async () => {
  const written = join(reviews.folder, 'changed.md');
  await writeFile(written, 'A text.\n');
  const { session } = await reviews.openAwaited(['document', written]);
  const target = join(reviews.folder, 'changed.html');
  await reviews.cli('share', session.id, target);
  const html = await readFile(target, 'utf8');
  const planted =
    '<img src=x onerror="window.ran=5"><a href="javascript:window.ran=6">in</a>' +
    '<img src="http://127.0.0.1:9/a.png"><object data="http://127.0.0.1:9/b">on</object>' +
    '<iframe srcdoc="<script>parent.ran=7</script>"></iframe><form action="http://127.0.0.1:9"></form>';
  const block = JSON.stringify({ kind: 'paragraph', startLine: 1, html: planted });
  const changed = html.replace('"blocks":[', `"blocks":[${block.replaceAll('<', '\\u003c')},`);
  expect(changed.length).toBeGreaterThan(html.length);
  await writeFile(target, changed);
  const { page, tried } = await openShared(target);
  await page.getByText('in', { exact: true }).click();
  expect(await page.locator('.document :is(iframe, form, object, [onerror], [src])').count()).toBe(
    0,
  );
  expect(await tried()).toEqual(nothing);

  // What the sanitizer might miss one day.
  const stopped = await page.evaluate(async () => {
    const place = document.createElement('div');
    const script = document.createElement('script');
    const attempts = [
      () => (place.innerHTML = '<img>'),
      () => (script.textContent = 'window.ran = 8'),
      () => fetch('http://127.0.0.1:9/c'),
      () => fetch(location.href),
    ];
    const results = attempts.map(async (attempt) => attempt());
    return (await Promise.allSettled(results)).map(({ status }) => status);
  });
  expect(stopped).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  await page.evaluate(() => {
    const image = new Image();
    image.src = 'http://127.0.0.1:9/d.png';
    document.body.append(image);
  });
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'violation') as unknown))
    .toBe('http://127.0.0.1:9/d.png');
});

it('the command shares a document, and never replaces a file unasked', async () => {
  const document = join(reviews.folder, 'guide.md');
  await writeFile(document, '# Guide\n\nText.\n\n![A picture](picture.png)\n');
  await writeFile(join(reviews.folder, 'picture.png'), png(40, 30));
  const { session } = await reviews.openAwaited(['document', document]);
  const target = join(reviews.folder, 'guide.html');
  expect(await reviews.cli('share', session.id, target)).toBe(`${target}\n`);
  const html = await readFile(target, 'utf8');
  expect(await reviews.cli('share', session.id, '-')).toContain('<title>Guide</title>');
  await expect(reviews.cli('share', session.id, target)).rejects.toThrow('is there already');
  await reviews.cli('share', session.id, target, '--force', '--json');
  expect((await readFile(target, 'utf8')).length).toBe(html.length);
  const { page, tried } = await openShared(target, { offline: true });
  const image = page.locator('.image img');
  await expect
    .poll(() => image.evaluate((shown) => (shown as HTMLImageElement).naturalWidth))
    .toBe(40);
  expect(await tried()).toEqual(nothing);
  await writeFile(target, '<h1>Not one</h1>');
  await expect(reviews.cli('import', target)).rejects.toThrow('not a review shared by Galley');
});

it('a comment on several paragraphs keeps all of them', async () => {
  const written = join(reviews.folder, 'paragraphs.md');
  const item = `An item${' of many words'.repeat(30)}.`;
  await writeFile(written, `# Guide\n\nMany first words.\n\n- ${item}\n\nMany last words.\n`);
  const { session, ended } = await reviews.openAwaited(['document', written]);
  const target = join(reviews.folder, 'paragraphs.html');
  await reviews.cli('share', session.id, target);
  const selected = ['first words.', item, 'Many last'];
  const { page, tried } = await openShared(target, { acceptDownloads: true });
  await page.evaluate(() => {
    const [first, last] = [...document.querySelectorAll('.document p')].map(
      ({ firstChild }) => firstChild as Text,
    );
    if (first && last) getSelection()?.setBaseAndExtent(first, 5, last, 9);
  });
  // The buttons between them are not copied.
  const copied = await page.evaluate(() => String(getSelection()));
  expect(copied.split('\n').filter((line) => line.trim() !== '')).toEqual(selected);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const form = page.locator('form.note-form');
  expect(await form.locator('blockquote').innerText()).toBe(selected.join('\n\n'));
  await form.getByLabel('Your name').fill('Ada');
  await form.getByLabel('Comment').fill('All in one line.');
  await page.keyboard.press('Control+Enter');
  const marked = (shown: Page, style = 'comment') =>
    shown.evaluate((of) => [...(CSS.highlights.get(of) ?? [])].map(String), style);
  await expect.poll(() => marked(page)).toEqual(selected);
  const second = await download(page, 'Ada 3.html');
  expect(await tried()).toEqual(nothing);
  await expect.poll(async () => marked((await openShared(second)).page)).toEqual(selected);

  expect((await importFile(second)).imported).toMatchObject({ added: 1, unplaced: 0 });
  const originalText = selected.join('\n\n');
  expect(await findingsOf(session.url)).toMatchObject([
    { originalText, placement: 'exact', startLine: 3, endLine: 7, startOffset: 5, endOffset: 17 },
  ]);
  // Shared again, they are marked, too.
  const third = join(reviews.folder, 'paragraphs 2.html');
  await reviews.cli('share', session.id, third);
  await expect.poll(async () => marked((await openShared(third)).page)).toEqual(selected);
  // All of them are marked on the page. Accepted, it is a comment on all of them.
  const own = await openPage(browser, session.url);
  await expect.poll(async () => marked(own.page, 'finding')).toEqual(selected);
  const counters = own.page.getByRole('group', { name: 'Comments and findings' });
  await counters.getByRole('button').first().click();
  const list = own.page.getByRole('complementary', { name: 'Comments and findings' });
  await list.getByText('All in one line.').click();
  await own.page.keyboard.press('a');
  await expect.poll(() => marked(own.page)).toEqual(selected);
  expect(own.problems).toEqual([]);
  await call(`${session.url}${sessionPath('exit')}`, { method: 'POST', body: {} });
  await ended;
});
