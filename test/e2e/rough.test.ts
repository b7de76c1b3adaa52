import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openNewPage, openPage } from '../helpers/browser.ts';
import { reviewButton } from '../helpers/decide.ts';
import { codeOf, lineNumber, settledTop } from '../helpers/code.ts';
import { holdRequests, type HeldRequest } from '../helpers/hold-requests.ts';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';
import { Repository } from '../helpers/repository.ts';
import { addFinding, sharedReview } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const patiently = { timeout: 40_000 };

/** In a language whose grammar is small, since many pages highlight it. */
const lines = (word: string) =>
  Array.from({ length: 120 }, (_, index) => `${word}${index} = ${index}\n`).join('');
const names = Array.from(
  { length: 12 },
  (_, index) => `src/${String.fromCodePoint(97 + index)}.toml`,
);

let repository: Repository;
const { reviews, browser } = await reviewsInBrowser();
beforeAll(() => {
  repository = new Repository();
  for (const name of names) repository.write(name, lines('one'));
  repository.commit('first');
  for (const name of names) repository.write(name, lines('two'));
});
afterAll(() => repository.remove());

type Session = Awaited<ReturnType<typeof reviews.open>>;
const showChange = async (session: Session, diffView = 'split') => {
  await call(`${session.url}${sessionPath('changeConfig')}`, {
    method: 'POST',
    body: { diffView },
  });
  const watched = await openPage(browser, session.url);
  watched.page.setDefaultTimeout(patiently.timeout);
  await codeOf(watched.page, 'a.toml').getByText('one3').first().waitFor();
  return { ...session, ...watched };
};

const share = sharedReview(() => reviews.open(['review'], repository.path));
/** The change in the review of all tests, in which no file is viewed. */
const openChange = async (diffView?: string) => showChange(await share(), diffView);

const openPlan = sharedReview(async () => {
  await writeFile(join(reviews.folder, 'rough.md'), '# A plan\n\nText.\n');
  return reviews.open(['plan', 'rough.md']);
});
const openDocument = sharedReview(async () => {
  const list = Array.from({ length: 120 }, (_, index) => `- Item ${index}.`).join('\n');
  await writeFile(join(reviews.folder, 'long.md'), `# Title\n\n${list}\n\nText.\n\n${list}\n`);
  return reviews.open(['document', 'long.md']);
});

it('a suspended server is reported while unsent text waits, which is saved once it continues', async () => {
  const { url, pid } = await openPlan();
  const { page } = await openPage(browser, url);
  page.setDefaultTimeout(patiently.timeout);
  await page.locator('[data-block]').first().waitFor();
  await page.keyboard.press('g');
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('Before.');
  await page.getByText('Saved', { exact: true }).waitFor();
  process.kill(pid, 'SIGSTOP');
  try {
    await page.keyboard.type(' While it was stopped.');
    const banner = page.getByRole('alert').filter({ hasText: 'does not answer' });
    await banner.waitFor();
    await page.keyboard.type(' And after.');
    process.kill(pid, 'SIGCONT');
    await banner.waitFor({ state: 'detached' });
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: '1 comment', exact: true }).click();
  const box = page.getByRole('textbox', { name: 'Comment' });
  await expect
    .poll(() => box.inputValue(), patiently)
    .toBe('Before. While it was stopped. And after.');
});

it('a stream that ends immediately is reopened only after a pause', async () => {
  const { url } = await openPlan();
  const { page } = await openNewPage(browser, 'about:blank');
  page.setDefaultTimeout(patiently.timeout);
  let asked = 0;
  await page.route(`**${sessionPath('streamEvents')}`, async (route) => {
    asked += 1;
    await route.fulfill({ contentType: 'text/event-stream', body: '' });
  });
  await page.clock.install();
  await page.goto(url);
  await expect.poll(() => asked, patiently).toBeGreaterThan(1);
  // From now on no timer fires.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const before = asked;
  for (let round = 0; round < 40; round += 1)
    await page.evaluate(async () => (await fetch('api/session')).status);
  expect(asked - before).toBeLessThan(3);
});

describe('findings that arrive', () => {
  const finding = (filePath: string, line: number, text: string) => ({
    source: 'lint',
    filePath,
    lineStart: line,
    lineEnd: line,
    text,
  });

  it('do not change a card being read, and are counted in the chip of its line', async () => {
    const { page, url } = await openChange();
    const code = codeOf(page, 'a.toml');
    await addFinding(url, finding('src/a.toml', 4, 'The first.'));
    const first = code.getByText('The first.');
    await first.waitFor();
    const top = await settledTop(first);
    await addFinding(url, finding('src/a.toml', 4, 'The second.'));
    const two = code.getByRole('button', { name: '2 findings' });
    await two.waitFor();
    expect(await settledTop(first)).toBe(top);
    expect(await code.getByText('The second.').count()).toBe(0);
    await two.click();
    await code.getByText('The second.').waitFor();
    await first.waitFor();
    await addFinding(url, finding('src/a.toml', 4, 'The third.'));
    await code.getByRole('button', { name: '3 findings', expanded: false }).waitFor();
    await first.waitFor();
    expect(await code.getByText('The third.').count()).toBe(0);
  });

  it('do not change what is expanded below a block, and are counted in its chip', async () => {
    const { url } = await openPlan();
    const { page } = await openPage(browser, url);
    page.setDefaultTimeout(patiently.timeout);
    const send = (text: string) =>
      addFinding(url, { source: 'lint', type: 'COMMENT', originalText: 'Text.', text });
    const block = page.locator('.block', { hasText: 'Text.' });
    await send('The first.');
    await block.getByRole('button', { name: /1 finding/u }).click();
    await block.getByText('The first.').waitFor();
    await send('The second.');
    const two = block.getByRole('button', { name: /2 findings/u });
    await two.waitFor();
    await block.getByText('The first.').waitFor();
    expect(await block.getByText('The second.').count()).toBe(0);
    await two.click();
    await block.getByText('The second.').waitFor();
  });

  it.each(['split', 'unified'])('do not move a line below them, %s', async (view) => {
    const { page, url } = await openChange(view);
    await page
      .locator(view === 'split' ? '[data-additions]' : '[data-unified]')
      .first()
      .waitFor();
    await page.getByRole('treeitem', { name: /g\.toml/u }).click();
    const code = codeOf(page, 'g.toml');
    await code.locator('[data-column-number="1"]').first().hover();
    const line = lineNumber(code, 60);
    await expect
      .poll(async () => {
        const y = (await line.isVisible()) ? (await line.boundingBox())?.y : undefined;
        if (y === undefined || y > 600) await page.mouse.wheel(0, 150);
        return y;
      }, patiently)
      .toBeLessThanOrEqual(600);
    const top = await settledTop(line);
    const above = names.slice(0, 6);
    for (let round = 0; round < 5; round += 1)
      await addFinding(url, {
        annotations: Array.from({ length: 40 }, (_, index) =>
          finding(above[index % 6] ?? '', 1 + ((index * 7 + round) % 110), `Finding ${index}.`),
        ),
      });
    await addFinding(url, {
      annotations: [3, 20, 30].map((number) => finding('src/g.toml', number, 'Above.')),
    });
    await page.getByRole('button', { name: '203 findings', exact: true }).waitFor();
    expect(Math.abs((await settledTop(line)) - top)).toBeLessThan(2);
  });
});

describe('the keyboard focus', () => {
  /** The focused element, after synchronous reactions to a key. */
  const focused = (page: Page): Promise<string> =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
      const { activeElement: at } = document;
      return at === null || at === document.body ? 'nothing' : at.className || at.tagName;
    });

  /** Focus may arrive later, since parts of the page are slow. */
  const expectFocus = (page: Page) => expect.poll(() => focused(page), patiently);

  const write = async (page: Page, text: string) => {
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type(text);
  };

  /** Opens and closes the dialogs and panels of every mode. */
  const walkFrame = async (page: Page, place: string) => {
    for (const [key, opened] of [
      ['?', page.getByRole('dialog')],
      ['Control+k', page.getByRole('dialog')],
    ] as const) {
      await page.keyboard.press(key);
      await opened.waitFor();
      await page.keyboard.press('Escape');
      await opened.waitFor({ state: 'detached' });
      await expectFocus(page).toContain(place);
    }
    await page.keyboard.press('l');
    await page.getByRole('tab', { selected: true }).focus();
    await page.keyboard.press('l');
    await page.getByRole('tab').first().waitFor({ state: 'detached' });
    await expectFocus(page).toContain(place);
    const navigation = page.getByRole('navigation');
    await navigation.locator('button, [role="treeitem"]').first().focus();
    await page.getByRole('button', { name: /Show or hide the outline/u }).evaluate((button) => {
      (button as HTMLElement).click();
    });
    await navigation.waitFor({ state: 'detached' });
    await expectFocus(page).toContain(place);
    await page.keyboard.press('g');
    await write(page, 'On the whole.');
    await page.keyboard.press('Escape');
    await expectFocus(page).toContain('virtual-list');
    await page.keyboard.press('g');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.press('Control+Enter');
    const card = page.locator('.virtual-list article', { hasText: 'On the whole.' });
    await card.waitFor();
    await expectFocus(page).toContain('virtual-list');
    await card.getByRole('button', { name: 'Delete' }).focus();
    await page.keyboard.press('Enter');
    await card.waitFor({ state: 'detached' });
    await expectFocus(page).toContain('virtual-list');
    await page.getByRole('button', { name: 'Undo', exact: true }).focus();
    await page.keyboard.press('Enter');
    await card.waitFor();
    await expectFocus(page).not.toBe('nothing');
    const popover = page.getByRole('dialog', { name: 'Submit review' });
    await reviewButton(page).focus();
    await page.keyboard.press('Enter');
    await popover.waitFor();
    await page.keyboard.press('Escape');
    await popover.waitFor({ state: 'detached' });
    await expectFocus(page).toContain('button');
  };

  /** An annotation in place: its editor is left, returned to, cancelled and saved, and its cards disappear. */
  const walkAnnotations = async (page: Page, place: string, within: Locator) => {
    await page.keyboard.press('c');
    await write(page, 'Words.');
    await page.keyboard.press('Escape');
    await expectFocus(page).toContain(place);
    expect(await within.locator('textarea').inputValue()).toBe('Words.');
    await within.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Enter');
    await within.locator('textarea').waitFor({ state: 'detached' });
    await expectFocus(page).toContain(place);
    await page.keyboard.press('c');
    await write(page, 'A comment.');
    await page.keyboard.press('Control+Enter');
    const card = within.getByRole('article', { name: 'Your comment' });
    await card.waitFor();
    await expectFocus(page).toContain(place);
    await card.getByRole('button', { name: 'Delete' }).focus();
    await page.keyboard.press('Enter');
    await card.waitFor({ state: 'detached' });
    await expectFocus(page).toContain(place);
    const found = within.getByText('A finding.');
    await found.waitFor();
    await within.getByRole('button', { name: /Dismiss/u }).focus();
    await page.keyboard.press('Enter');
    await found.waitFor({ state: 'detached' });
    await expectFocus(page).toContain(place);
  };

  it.each([
    ['plan', openPlan],
    ['document', openDocument],
  ])('is not lost in a %s', async (_, open) => {
    const { url } = await open();
    const finding = { source: 'lint', type: 'COMMENT', originalText: 'Text.', text: 'A finding.' };
    await addFinding(url, finding);
    const { page } = await openPage(browser, url);
    page.setDefaultTimeout(patiently.timeout);
    const block = page.locator('.block', { hasText: 'Text.' });
    await block.getByRole('button', { name: /1 finding/u }).click();
    await block.focus();
    await walkAnnotations(page, 'block', block);
    await walkFrame(page, 'block');
  });

  it('is not lost in a review', async () => {
    const { page, url } = await openChange();
    const finding = { source: 'lint', filePath: 'src/a.toml', lineStart: 2, text: 'A finding.' };
    await addFinding(url, { ...finding, lineEnd: 2 });
    const code = codeOf(page, 'a.toml');
    await code.getByText('A finding.').waitFor();
    await page.getByRole('region', { name: 'Changed files' }).focus();
    await page.keyboard.press('ArrowDown');
    await walkAnnotations(page, 'diff-view', code);
    await page.keyboard.press('c');
    await write(page, 'In a file that is put away.');
    await code.locator('.diff-header-toggle').evaluate((button) => {
      (button as HTMLElement).click();
    });
    await code.getByRole('button', { name: 'Expand src/a.toml' }).waitFor();
    await expectFocus(page).toContain('diff-view');
    await codeOf(page, 'b.toml').getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await codeOf(page, 'b.toml').getByRole('button', { name: 'Expand src/b.toml' }).waitFor();
    await expectFocus(page).not.toBe('nothing');
    await page.getByRole('region', { name: 'Changed files' }).focus();
    await page.keyboard.press('v');
    await expectFocus(page).toContain('diff-view');
    await walkFrame(page, 'diff-view');
    // They would be viewed in the later tests.
    const viewed = async () =>
      (await call(`${url}${sessionPath('getViewed')}`)).json as { readonly digests: string[] };
    await expect.poll(async () => (await viewed()).digests.length).toBe(2);
    const body = { ...(await viewed()), isViewed: false };
    await call(`${url}${sessionPath('changeViewed')}`, { method: 'PUT', body });
  });
});

describe('the card of a finding that is navigated to', () => {
  const isInView = (card: Locator, scroller: string, header: number) =>
    expect
      .poll(
        () =>
          card.evaluate(
            (element, [selector, height]) => {
              const { top, bottom } = element.getBoundingClientRect();
              const view = element.ownerDocument.querySelector(selector)?.getBoundingClientRect();
              return view !== undefined && top >= view.top + height && bottom <= view.bottom;
            },
            [scroller, header] as const,
          ),
        patiently,
      )
      .toBe(true);

  it('is in view in a document, also below a long block', async () => {
    const { url } = await openDocument();
    const texts = ['Item 3.', 'Item 60.', 'Text.'];
    await addFinding(url, {
      annotations: texts.map((originalText) => ({
        source: 'lint',
        type: 'COMMENT',
        originalText,
        text: `On ${originalText}`,
      })),
    });
    const { page } = await openPage(browser, url);
    page.setDefaultTimeout(patiently.timeout);
    await page.getByRole('button', { name: '3 findings', exact: true }).waitFor();
    for (const key of ['n', 'n', 'n', 'p', 'p']) {
      await page.keyboard.press(key);
      const card = page.locator('.block-notes .finding[data-active="true"]');
      await isInView(card, '.content', 0);
    }
  });

  it('is in view in a diff, below the header of its file', async () => {
    const { page, url } = await openChange();
    const place = { source: 'lint', filePath: 'src/c.toml' };
    const text = 'A long finding. '.repeat(30);
    await addFinding(url, {
      annotations: [
        { ...place, lineStart: 5, lineEnd: 110, text: 'Far from its first line.' },
        ...Array.from({ length: 8 }, () => ({ ...place, lineStart: 50, lineEnd: 50, text })),
      ],
    });
    await page.getByRole('button', { name: '9 findings', exact: true }).waitFor();
    for (let step = 0; step < 12; step += 1) {
      const key = step < 9 ? 'n' : 'p';
      await page.keyboard.press(key);
      await isInView(page.locator('.diff-finding .finding[data-active="true"]'), '.diff-view', 40);
    }
  });
});

const goUp = async (page: Page): Promise<void> => {
  for (let count = 0; count < 40; count += 1) await page.keyboard.press('ArrowUp');
};

/** Whether the focused annotation is in view, once settled. */
const isLedTo = async (page: Page): Promise<boolean> => {
  await settledTop(page.locator('diffs-container').first());
  const card = page.locator('.diff-finding .finding[data-active="true"]');
  const view = await page.locator('.diff-view').boundingBox();
  const seen = (await card.count()) === 0 ? null : await card.boundingBox();
  if (seen === null || view === null) return false;
  return seen.y + seen.height > view.y && seen.y < view.y + view.height;
};

describe('a reader who navigates to a finding', { timeout: 120_000 }, () => {
  // One page for all ways to leave it.
  let page: Page;
  let fileId: string | undefined;
  beforeAll(async () => {
    const { url } = await share();
    await addFinding(url, {
      source: 'lint',
      filePath: 'src/b.toml',
      lineStart: 60,
      lineEnd: 60,
      text: 'What is led to.',
    });
    ({ page } = await openPage(browser, url, { viewport: { width: 1280, height: 500 } }));
    page.setDefaultTimeout(patiently.timeout);
    await codeOf(page, 'a.toml').getByText('one3').first().waitFor();
    await page.getByRole('button', { name: '1 finding', exact: true }).waitFor();
    const { json } = await call(`${url}${sessionPath('getDiff')}`);
    const { files } = json as { files: { id: string; path: string }[] };
    fileId = files.find(({ path }) => path === 'src/b.toml')?.id;
  });
  afterAll(() => page.context().close());

  it.each<[string, (page: Page) => Promise<void>]>([
    ['PageDown', (page) => page.keyboard.press('PageDown')],
    ['PageUp', (page) => page.keyboard.press('PageUp')],
    ['the space bar', (page) => page.keyboard.press('Space')],
    ['Home', (page) => page.keyboard.press('Home')],
    ['End', (page) => page.keyboard.press('End')],
    ['the wheel', (page) => page.mouse.wheel(0, 1200)],
  ])('can move away by %s, and is not moved back', async (_, goAway) => {
    const active = page.locator('.diff-finding .finding[data-active="true"]');
    // As at first: at the top, with nothing selected.
    await page.locator('.diff-view').hover();
    await page.locator('.diff-view').focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    await active.waitFor({ state: 'detached' });
    await codeOf(page, 'a.toml').getByText('one3').first().waitFor();
    await page.keyboard.press('n');
    // Keys that are pressed before it is there would not lead away from it.
    await expect.poll(() => isLedTo(page)).toBe(true);
    await goAway(page);
    // A busy page handles the key a little later.
    await expect.poll(() => isLedTo(page)).toBe(false);
    expect(await isLedTo(page)).toBe(false);
  });

  it.each<[string, boolean, (page: Page) => Promise<void>]>([
    ['stays there', true, () => Promise.resolve()],
    ['is not moved back after leaving by arrows', false, goUp],
    ['is not moved back after leaving by PageUp', false, (page) => page.keyboard.press('PageUp')],
  ])('%s when the code arrives', async (_, expected, goAway) => {
    const requests: HeldRequest[] = [];
    const isOfFile = (url: string) => new URL(url).searchParams.get('id') === fileId;
    const release = await holdRequests(page, `${sessionPath('getFilePatch')}\\?*`, (request) =>
      isOfFile(request.url) ? requests.push(request) : request.proceed(),
    );
    await page.reload();
    await codeOf(page, 'a.toml').getByText('one3').first().waitFor();
    await page.getByRole('button', { name: '1 finding', exact: true }).waitFor();
    await page.locator('.diff-view').focus();
    await page.keyboard.press('n');
    await codeOf(page, 'b.toml').waitFor();
    await goAway(page);
    await settledTop(page.locator('diffs-container').first());
    await expect.poll(() => requests.length).toBe(1);
    await Promise.all([
      page.waitForResponse((response) => isOfFile(response.url())),
      requests[0]?.proceed(),
    ]);
    await expect.poll(() => isLedTo(page)).toBe(expected);
    await release();
  });
});
