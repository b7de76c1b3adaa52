import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createApiClient } from '../../shared/node/api-client.ts';
import { sessionApi } from '../../shared/session/session-routes.ts';
import { openPage, seriousViolations } from '../helpers/browser.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

const same = Array.from({ length: 8 }, (_, at) => `Passage ${at + 1} stays.\n\n`).join('');
const texts = [
  `# Versions\n\n${same}- Keep *two* weeks.\n- Then <x>drop</x> it.\n\nOld end.\n`,
  `# Versions\n\n${same}- Keep *three* weeks.\n- Then <x>drop</x> it.\n\nOld end.\n`,
  `# Versions\n\n${same}- Keep *three* weeks.\n- Then drop it.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n`,
];

it('compares any two versions of a plan, rendered and as source', { timeout: 60_000 }, async () => {
  const path = join(reviews.folder, 'versions.md');
  const open = async (text: string) => {
    writeFileSync(path, text);
    const { session, ended } = await reviews.openAwaited(['plan', path, '--key', 'versions']);
    const api = createApiClient(sessionApi, { url: session.url });
    const plan = async () => (await api.call('getPlan')).body;
    await expect.poll(async () => (await plan())?.preparation.state).toBe('ready');
    return { ...session, ended, api, plan };
  };
  const first = await open(texts[0] ?? '');
  await expect.poll(async () => (await first.plan())?.kept).toEqual({ number: 1 });
  await first.api.call('deny', { body: { feedback: 'Longer.' } });
  await first.ended;
  const second = await open(texts[1] ?? '');
  await second.api.call('approve', { body: {} });
  await second.ended;
  const { url, api, plan } = await open(texts[2] ?? '');

  await expect
    .poll(async () => (await plan())?.kept)
    .toEqual({ number: 3, lines: { added: 4, removed: 2 } });
  await expect
    .poll(async () =>
      (await api.call('getVersions')).body?.versions.map(({ number, lines, decision }) => [
        number,
        lines,
        decision?.outcome,
      ]),
    )
    .toEqual([
      [1, undefined, 'denied'],
      [2, { added: 1, removed: 1 }, 'approved'],
      [3, { added: 4, removed: 2 }, undefined],
    ]);
  expect((await api.call('getVersion', { params: { number: '2' } })).body).toBe(texts[1]);
  const notFound = { code: 'not_found' };
  await expect(api.call('getVersion', { params: { number: '4' } })).rejects.toMatchObject(notFound);
  const missing = { params: { number: '1' }, query: { with: '9' } };
  await expect(api.call('compareVersions', missing)).rejects.toMatchObject(notFound);

  const { page, problems } = await openPage(browser, url);
  await page.locator('.top-bar-size', { hasText: '+4−2' }).waitFor();
  await page.locator('[data-block]').first().waitFor();
  await page.keyboard.press('Shift+H');
  const dialog = page.getByRole('dialog', { name: 'Versions' });
  const compared = dialog.getByRole('tabpanel');
  const changes = compared.locator('[data-change]');
  const states = () =>
    changes.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['state']));
  await expect.poll(states).toEqual(['changed', 'gone', 'new']);
  await expect
    .poll(() => compared.locator('del').allInnerTexts())
    .toEqual(['<x>', '</x>', 'Old end.']);
  await expect.poll(() => compared.locator('ins').allInnerTexts()).toEqual(['a', 'b', '1', '2']);

  await dialog.getByRole('radio', { name: 'Compare from version 1' }).check();
  await expect
    .poll(() => compared.locator('li').first().innerHTML())
    .toBe('Keep <em><del>two</del><ins>three</ins></em> weeks.');
  const current = () => changes.evaluateAll((all) => all.indexOf(document.activeElement as never));
  for (const [key, at] of [
    ['j', 0],
    ['J', 1],
    ['j', 2],
    ['j', 2],
    ['k', 1],
  ] as const) {
    await page.keyboard.press(key === 'J' ? 'Shift+J' : key);
    await expect.poll(current).toBe(at);
  }
  await compared.getByRole('button', { name: 'Show 7 unchanged passages' }).click();
  await compared.getByText('Passage 1 stays.').waitFor();
  expect(await seriousViolations(page)).toEqual([]);

  await dialog.getByRole('tab', { name: 'Source' }).click();
  await compared.locator('ins', { hasText: '- Keep *three* weeks.' }).waitFor();
  await expect
    .poll(() => compared.locator('del').first().innerText())
    .toBe('- Keep *two* weeks.\n- Then <x>drop</x> it.');
  await dialog.getByRole('radio', { name: 'Compare to version 1' }).check();
  await compared.getByText('There is no difference.').waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});

/** Opens a review of documents, and has the named one shown. */
const openDocuments = async (folder: string, shown?: string) => {
  const { session, ended } = await reviews.openAwaited(['document', folder]);
  const api = createApiClient(sessionApi, { url: session.url });
  const plan = () => api.call('getPlan', { query: { file: shown } });
  await expect.poll(async () => (await api.call('getPlan')).body?.preparation.state).toBe('ready');
  await plan();
  return { ...session, ended };
};

const writeDocuments = (name: string, files: Readonly<Record<string, string>>): string => {
  const folder = join(reviews.folder, name);
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
};

it('of several documents on one page, compares those of each', { timeout: 60_000 }, async () => {
  const folder = writeDocuments('together', {
    'one.md': '# One\n\nFirst words.\n',
    'two.md': '# Two\n\nOther words.\n',
  });
  const first = await openDocuments(folder);
  const api = createApiClient(sessionApi, { url: first.url });
  await api.call('sendFeedback', { body: { feedback: 'More.' } });
  await first.ended;
  writeDocuments('together', {
    'one.md': '# One\n\nFirst words.\n\nAnd more.\n',
    'two.md': '# Two\n\nLast words.\n',
  });
  const { url } = await openDocuments(folder);
  const { page, problems } = await openPage(browser, url);
  await page.locator('.top-bar-size', { hasText: '+3−1' }).waitFor();
  await page.locator('.block', { hasText: 'Last words.' }).click();
  await page.keyboard.press('Shift+H');
  const dialog = page.getByRole('dialog', { name: 'Versions' });
  const compared = dialog.getByRole('tabpanel');
  await expect.poll(() => compared.locator('ins').allInnerTexts()).toEqual(['Last']);
  await dialog.getByText(/^Feedback sent · /u).waitFor();
  const choice = dialog.getByRole('combobox', { name: 'File' });
  expect(await choice.inputValue()).toBe('two.md');
  await choice.selectOption('one.md');
  await expect.poll(() => compared.locator('ins').allInnerTexts()).toEqual(['And more.']);
  expect(await seriousViolations(page)).toEqual([]);
  expect(problems).toEqual([]);
});

it('of a folder, shows those of the document that is shown', { timeout: 60_000 }, async () => {
  const pages = Array.from({ length: 25 }, (_, at) => [`page-${at}.md`, `# Page ${at}\n\nNew.\n`]);
  const folder = writeDocuments('folder', {
    'README.md': '# Start\n\nRead this.\n',
    ...(Object.fromEntries(pages) as Record<string, string>),
  });
  await openDocuments(folder, 'page-7.md');
  writeDocuments('folder', { 'page-7.md': '# Page 7\n\nNewer.\n' });
  const { url } = await openDocuments(folder);
  const { page, problems } = await openPage(browser, url);
  const size = page.locator('.top-bar-size');
  const show = async (name: string, heading: string) => {
    await page.getByRole('treeitem', { name }).click();
    await page.getByRole('heading', { name: heading, exact: true, level: 1 }).first().waitFor();
  };
  const dialog = page.getByRole('dialog', { name: 'Versions' });
  const openDialog = async () => {
    await page.locator('main').focus();
    await page.keyboard.press('Shift+H');
    await dialog.waitFor();
  };
  const closeDialog = async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  await show('page-7.md', 'Page 7');
  await size.getByText('+1').waitFor();
  await openDialog();
  await expect.poll(() => dialog.locator('.compared ins').allInnerTexts()).toEqual(['Newer.']);
  await closeDialog();

  // Others are only known by now, and this one is still known on the way back, and after a refresh.
  await show('README.md', 'Start');
  await size.getByText('+1').waitFor({ state: 'detached' });
  await openDialog();
  await dialog.getByText('This is the first version.').waitFor();
  await closeDialog();
  writeDocuments('folder', { 'README.md': '# Start\n\nRead this.\n\nAnd that.\n' });
  await page.getByRole('button', { name: 'Refresh', exact: true }).first().click();
  await page.getByText('And that.').waitFor();
  await size.getByText('+2').waitFor();
  await show('page-7.md', 'Page 7');
  await size.getByText('+1').waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  expect(problems).toEqual([]);
});
