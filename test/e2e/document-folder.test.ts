import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../shared/session/decision.ts';
import { allViolations, openPage } from '../helpers/browser.ts';
import { decide } from '../helpers/decide.ts';
import { htmlFrame } from '../helpers/html-frame.ts';
import { call } from '../helpers/http-call.ts';
import { png } from '../helpers/images.ts';
import { sessionPath } from '../helpers/paths.ts';
import { anonymousBytes, familyOf, watchCount } from '../helpers/resources.ts';
import { addFinding } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

/** A folder of more documents than one page shows. */
const makeFolder = async (name: string, files: Readonly<Record<string, string>>) => {
  const folder = join(reviews.folder, name);
  const pages = Array.from({ length: 30 }, (_, index) => [
    `pages/page-${index}.md`,
    `# Page ${index}\n\nWords of page ${index}.\n\n## Details of ${index}\n`,
  ]);
  for (const [path = '', text = ''] of [...pages, ...Object.entries(files)]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
};

const finding = (filePath: string, originalText: string) => ({
  source: 'vale',
  type: 'COMMENT',
  text: `About ${originalText}`,
  originalText,
  filePath,
});

const selectAll = (element: Locator): Promise<void> =>
  element.evaluate((one) => getSelection()?.selectAllChildren(one));

const placements = async (url: string): Promise<string[]> => {
  const { json } = await call(`${url}${sessionPath('listAnnotations')}`);
  const { annotations } = json as { annotations: { placement: string }[] };
  return annotations.map(({ placement }) => placement);
};

describe('a folder of many documents', () => {
  it('opens with its README, and shows each document when it is chosen', async () => {
    const folder = await makeFolder('many', {
      'README.md':
        '# Start\n\nRead this first, then [five](pages/page-5.md#details-of-5), [none](no.md), [out](../x.md).\n',
      'pages/index.md': '# Pages\n\nBack to [the start](/README.md).\n',
      'config/app.yaml': 'name: app\nport: 80\n',
      'pages/report.html':
        '<title>Report</title><h1>Report</h1><img src="img/a.png" alt="A chart"><script>document.body.append("ran")</script>',
      '.hidden/secret.md': '# Secret\n',
      'pages/data.txt': 'Data\0',
      'pages/data.html': '<h1>Data</h1>\0',
    });
    await symlink('/etc/hostname', join(folder, 'pages/link.md'));
    const { session, ended } = await reviews.openAwaited(['document', 'many']);
    const { page, problems } = await openPage(browser, session.url, {
      viewport: { width: 1440, height: 900 },
    });
    await page.getByRole('heading', { name: 'Start', exact: true }).waitFor();
    const tree = page.getByRole('tree', { name: 'Documents' });
    const item = (name: string) => tree.getByRole('treeitem', { name });
    await expect.poll(() => item('README.md').getAttribute('aria-selected')).toBe('true');
    expect(await page.getByText('Words of page').count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Search this document' }).waitFor();

    // Links lead from document to document, and to the README of a folder.
    await page.getByRole('link', { name: 'none' }).click();
    await page.getByText('no.md is not one of the documents').waitFor();
    await page.getByRole('link', { name: 'out' }).click();
    await page.getByText('This link leads out of the folder').waitFor();
    await page.getByRole('link', { name: 'five' }).press('Enter');
    const five = page.getByRole('heading', { name: 'Details of 5' });
    await five.waitFor();
    await expect
      .poll(() => five.evaluate((one) => one.closest('.block') === document.activeElement))
      .toBe(true);
    await page.getByRole('searchbox', { name: 'Filter files' }).fill('pages/index');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'the start' }).click();
    await page.getByRole('heading', { name: 'Start', exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Filter files' }).fill('');
    expect(new URL(page.url()).hash).toBe('');

    // Placed in a document that nobody has opened.
    await addFinding(session.url, finding('pages/page-8.md', 'Words off page 8'));
    // In the background. The page gets the events in order.
    await expect.poll(() => placements(session.url)).toEqual(['approximate']);
    await addFinding(session.url, {
      annotations: [
        finding('pages/page-7.md', 'Words of page 7'),
        finding('pages/none.md', 'Words'),
      ],
    });
    await expect.poll(() => item('page-7.md').innerText()).toContain('1');
    await page.getByRole('button', { name: '3 findings', exact: true }).click();
    await page.getByText('About Words off page 8').click();
    await page.getByRole('heading', { name: 'Page 8', exact: true }).waitFor();
    await page.locator('.finding-body', { hasText: 'About Words off page 8' }).first().waitFor();
    await expect.poll(() => item('page-8.md').getAttribute('aria-selected')).toBe('true');

    // The outline is that of the document, and the tree can be used by keyboard.
    const outline = page.getByRole('region', { name: 'Outline of pages/page-8.md' });
    await outline.getByRole('button', { name: 'Details of 8' }).waitFor();
    await page.getByRole('searchbox', { name: 'Filter files' }).fill('app.yaml');
    await page.keyboard.press('Enter');
    await page.getByText('port: 80').waitFor();
    await page.getByText('port: 80').hover();
    await page.getByRole('button', { name: 'Comment on this line' }).first().click();
    await page.getByRole('textbox', { name: 'Comment' }).fill('Not as root.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('searchbox', { name: 'Filter files' }).fill('');
    await expect.poll(() => item('app.yaml').innerText()).toContain('1');
    expect(await allViolations(page)).toEqual([]);

    // Another document was changed, which counts as soon as it was opened, and all comments stay.
    await writeFile(join(folder, 'pages/page-8.md'), '# Page 8\n\nNew words of page 8.\n');
    await page.getByRole('button', { name: 'Refresh', exact: true }).first().waitFor();
    await page.locator('main').focus();
    // One that is chosen while the others are read again is what is shown then.
    let release = (): void => undefined;
    const chosen = new Promise<void>((resolve) => (release = resolve));
    const isAsked = page.waitForRequest(/\/api\/plan\?file=.*app\.yaml/u);
    await page.route(
      /\/api\/plan\?file=.*app\.yaml/u,
      async (route) => {
        await chosen;
        await route.continue();
      },
      { times: 1 },
    );
    await page.keyboard.press('r');
    await isAsked;
    await item('page-8.md').click();
    await page.getByRole('region', { name: 'Outline of pages/page-8.md' }).waitFor();
    release();
    await page.getByText('New words of page 8.').waitFor();
    await item('app.yaml').click();
    await page.getByText('Not as root.').first().waitFor();

    // What is no text says so in its place; it is read again when it is chosen again.
    for (const name of ['data.txt', 'data.html']) {
      await page.getByRole('searchbox', { name: 'Filter files' }).fill(name);
      await page.keyboard.press('Enter');
      await page.locator('main').getByRole('alert').getByText(`${name} is a binary file`).waitFor();
      await expect.poll(() => page.locator('.document, iframe').count()).toBe(0);
    }
    // Nor can it be edited, which would be the text of another.
    await page.locator('main').focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('edit the text');
    await page.getByText('No matches.').waitFor();
    await page.keyboard.press('Escape');
    // One without a single block can.
    await writeFile(join(folder, 'pages/data.txt'), '\n');
    await item('data.txt').click();
    await page.locator('main').getByRole('alert').waitFor({ state: 'detached' });
    await page.locator('main').focus();
    await page.keyboard.press('i');
    const dialog = page.getByRole('dialog', { name: 'Edit' });
    await dialog.getByText('pages/data.txt', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await writeFile(join(folder, 'pages/data.html'), '<h1>Data</h1>');
    await item('data.html').click();
    const data = await htmlFrame(page);
    await data.getByRole('heading', { name: 'Data' }).waitFor();

    // HTML is shown as it is, with the images of its folder.
    await mkdir(join(folder, 'pages/img'));
    await writeFile(join(folder, 'pages/img/a.png'), png(3, 2));
    await page.getByRole('searchbox', { name: 'Filter files' }).fill('report.html');
    await page.keyboard.press('Enter');
    await expect.poll(() => data.isDetached()).toBe(true);
    const frame = await htmlFrame(page);
    await frame.getByRole('heading', { name: 'Report' }).waitFor();
    await expect
      .poll(() =>
        frame.getByAltText('A chart').evaluate((one: HTMLImageElement) => one.naturalWidth),
      )
      .toBe(3);
    await decide(page);
    await page.getByRole('heading', { name: 'Feedback sent' }).waitFor();
    const decision = JSON.parse((await ended).output) as Decision;
    expect(decision.comments).toMatchObject([{ file: 'config/app.yaml', text: 'Not as root.' }]);
    expect(decision.markdown).toContain('## `many/config/app.yaml`');
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('takes comments in the frame of an HTML document, which stay when another is shown', async () => {
    const folder = await makeFolder('with-html', {
      'report.html':
        '<title>Report</title><h1>Report</h1><p id="first">Costs are falling.</p><p>Nothing else.</p>',
    });
    const { session, ended } = await reviews.openAwaited(['document', 'with-html']);
    const { page, problems } = await openPage(browser, session.url);
    const choose = async (name: string) => {
      await page.getByRole('searchbox', { name: 'Filter files' }).fill(name);
      await page.keyboard.press('Enter');
    };
    await choose('report.html');
    const paragraph = (await htmlFrame(page)).locator('#first');
    await selectAll(paragraph);
    await page.getByRole('toolbar', { name: 'Selected text' }).waitFor();
    await paragraph.press('c');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('Since when?');
    await page.keyboard.press('Control+Enter');
    const notes = page.getByRole('complementary', { name: 'Comments and findings' });
    await notes.getByText('Since when?').waitFor();
    const item = page.getByRole('treeitem', { name: 'report.html' });
    await expect.poll(() => item.innerText()).toContain('1');

    await choose('page-3.md');
    await page.getByText('Words of page 3.').waitFor();
    await expect.poll(() => page.locator('.document').getByText('Since when?').count()).toBe(0);
    await page.keyboard.press('c');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('Elsewhere.');
    await page.keyboard.press('Control+Enter');
    await page.locator('.document').getByText('Elsewhere.').waitFor();
    await choose('report.html');
    const again = await htmlFrame(page);
    await again.getByText('Costs are falling.').waitFor();
    const marked = () =>
      again.evaluate(() =>
        [...CSS.highlights].flatMap(([name, ranges]) =>
          name.endsWith('-comment') ? [...ranges].map((range) => (range as Range).toString()) : [],
        ),
      );
    await expect.poll(marked).toEqual(['Costs are falling.']);
    // Only its own are beside it, and the list says which document each is on.
    await expect
      .poll(() => notes.getByRole('article').allInnerTexts())
      .toEqual([expect.stringContaining('Since when?') as string]);
    await page.keyboard.press('l');
    const listed = page.locator('.virtual-list article .card-header');
    await expect
      .poll(() => listed.allInnerTexts())
      .toEqual([
        expect.stringMatching(/report\.html$/u) as string,
        expect.stringMatching(/pages\/page-3\.md$/u) as string,
      ]);
    expect(problems).toEqual([]);
    // It talks to frames as if they had an origin.
    expect(await allViolations(page)).toEqual([]);
    await decide(page);
    const decision = JSON.parse((await ended).output) as Decision;
    expect(decision.comments).toMatchObject([
      { file: 'report.html', text: 'Since when?', originalText: 'Costs are falling.' },
      { file: 'pages/page-3.md', text: 'Elsewhere.' },
    ]);
    expect(decision.markdown).toContain('## `with-html/report.html`');

    // In the next round, one has another name, and the other one is gone.
    await rename(join(folder, 'pages/page-3.md'), join(folder, 'pages/renamed.md'));
    await rm(join(folder, 'report.html'));
    const later = await openPage(browser, (await reviews.open(['document', 'with-html'])).url);
    await later.page
      .getByText('1 document renamed; 1 document gone; 0 of 2 comments addressed')
      .waitFor();
    await later.page.keyboard.press('Shift+L');
    const details = later.page.getByRole('group', { name: 'Since the last round' });
    const heads = details.locator('.round-comment-head');
    await expect
      .poll(() => heads.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Its document is gone[^]*report\.html/u) as string,
        expect.stringMatching(/^Unchanged[^]*pages\/renamed\.md/u) as string,
        expect.stringMatching(/^Renamed from pages\/page-3\.md\s+pages\/renamed\.md/u) as string,
        expect.stringMatching(/^Removed\s+report\.html/u) as string,
      ]);
    await details.getByRole('button', { name: 'pages/renamed.md' }).first().click();
    await later.page.locator('.document').getByText('Words of page 3.').waitFor();
    expect(await allViolations(later.page)).toEqual([]);
    expect(later.problems).toEqual([]);
    await rm(folder, { recursive: true });
  });
});

it('5,000 documents can be read and filtered, none is watched, and their worker is as small as others', async () => {
  const folder = join(reviews.folder, 'thousands');
  for (let at = 0; at < 5000; at += 1) {
    const part = join(folder, `part-${Math.floor(at / 100)}`);
    if (at % 100 === 0) mkdirSync(part, { recursive: true });
    writeFileSync(join(part, `page-${at}.md`), `# Page ${at}\n\nWords of page ${at}.\n`);
  }
  const session = await reviews.open(['document', 'thousands']);
  const { page, problems } = await openPage(browser, session.url, {
    viewport: { width: 1440, height: 900 },
  });
  const tree = page.getByRole('tree', { name: 'Documents' });
  const items = tree.getByRole('treeitem');
  await page.getByRole('heading', { name: 'Page 0', exact: true }).waitFor();
  await items.first().waitFor();
  // What is out of sight is not drawn.
  await expect.poll(() => items.count()).toBeLessThan(200);

  const filter = page.getByRole('searchbox', { name: 'Filter files' });
  await filter.fill('page-4711');
  await expect.poll(() => tree.getByRole('treeitem', { name: 'page-4711.md' }).count()).toBe(1);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Page 4711', exact: true }).waitFor();
  await filter.fill('');
  await tree.getByRole('treeitem', { name: 'page-4711.md', selected: true }).waitFor();
  await tree.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Page 4712', exact: true }).waitFor();
  expect(problems).toEqual([]);
  if (process.platform !== 'linux') return;

  // While a page is open, changes are looked for.
  expect(
    familyOf(session.pid)
      .map(watchCount)
      .reduce((sum, count) => sum + count),
  ).toBe(0);

  const small = await reviews.open(['plan', await smallPlan()]);
  await page.goto(small.url);
  await page.locator('[data-block]').first().waitFor();
  await page.close();
  const times = () => anonymousBytes(session.pid) / anonymousBytes(small.pid);
  // 5,000 watches or texts would take more; the bound of an idle worker is the benchmark's.
  await expect.poll(times, { interval: 500 }).toBeLessThan(1.5);
  await rm(folder, { recursive: true });
});

const smallPlan = async (): Promise<string> => {
  const path = join(reviews.folder, 'small.md');
  await writeFile(path, '# Small\n');
  return path;
};

it('a few documents with HTML among them open as a tree, the HTML as it is', async () => {
  const folder = join(reviews.folder, 'few');
  await mkdir(folder);
  await writeFile(join(folder, 'a.md'), '# A text\n');
  await writeFile(
    join(folder, 'b.html'),
    '<h1>A page</h1><p style="color: rgb(1, 2, 3)">Words.</p>',
  );
  const session = await reviews.open(['document', 'few']);
  const { page, problems } = await openPage(browser, session.url, { acceptDownloads: true });
  await page.getByRole('heading', { name: 'A text' }).waitFor();
  await page.getByRole('treeitem', { name: 'b.html' }).click();
  const words = (await htmlFrame(page)).getByText('Words.');
  await expect
    .poll(() => words.evaluate((element) => getComputedStyle(element).color))
    .toBe('rgb(1, 2, 3)');
  await page.getByRole('treeitem', { name: 'a.md' }).click();
  await page.getByRole('heading', { name: 'A text' }).waitFor();
  expect(await allViolations(page)).toEqual([]);

  // Each is edited on its own, as soon as it was chosen: the tree does not keep the keys.
  await page.keyboard.press('i');
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('textbox', { name: /^Text of/u })
    .and(page.locator(':focus'))
    .waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('# Another text\n');
  await dialog.getByRole('button', { name: 'Preview', exact: true }).click();
  await dialog.getByRole('heading', { name: 'Another text' }).waitFor();
  await dialog.getByRole('button', { name: 'Save to file', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('.document').getByRole('heading', { name: 'Another text' }).waitFor();
  expect(await readFile(join(folder, 'a.md'), 'utf8')).toBe('# Another text\n');
  await page.getByRole('treeitem', { name: 'b.html' }).click();
  await (await htmlFrame(page)).getByText('Words.').waitFor();

  // Each is shared on its own.
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Share as a file' }).click();
  await dialog.getByText('The HTML is shared as its text, without its layout.').waitFor();
  await dialog.getByRole('button', { name: 'Download file' }).click();
  await dialog.getByRole('status').getByText('few b.html', { exact: true }).waitFor();
  await expect(reviews.cli('share', session.id)).rejects.toThrow(
    'The review is of 2 documents, which are shared one by one. Name one: --document a.md',
  );
  const target = join(folder, 'shared.html');
  await reviews.cli('share', session.id, target, '--document', 'a.md');
  expect(await readFile(target, 'utf8')).toContain('<title>few: a.md</title>');
  expect(problems).toEqual([]);
});
