import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { dashboardAddress } from '../../shared/node/dashboard-address.ts';
import type { SessionView } from '../../shared/session/session.ts';
import {
  allViolations,
  closePages,
  colourViolations,
  emulateMedia,
  openNewPage,
  openPage,
  sharedBrowser,
} from '../helpers/browser.ts';
import { decide } from '../helpers/decide.ts';
import { eventStream } from '../helpers/event-stream.ts';
import { call } from '../helpers/http-call.ts';
import { controlPath, sessionPath } from '../helpers/paths.ts';
import { Repository } from '../helpers/repository.ts';
import { addFinding } from '../helpers/review-session.ts';
import {
  homeWith,
  startSupervisor,
  writeSettings,
  type TestSupervisor,
} from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

const patiently = { timeout: 30_000 };

// Workers that are kept ready would take more CPU time than the tests.
const defaults = { warmWorkers: 0 };

let browser: Browser;
let galley: TestSupervisor;
beforeAll(async () => {
  const starting = homeWith(defaults).then(startSupervisor);
  [browser, galley] = await Promise.all([sharedBrowser(), starting]);
});
afterAll(() => Promise.all([closePages(browser), galley.stop()]));

/** Whether its reviews stay open for all tests of a `describe`. */
let areKept = false;
afterEach(async () => {
  if (!areKept) await closeReviews();
});

/** Leaves only ended reviews in the list. */
const closeReviews = async (): Promise<void> => {
  const open = async () => (await galley.client.call('listSessions')).body.sessions;
  // One may just have ended by itself.
  await Promise.allSettled(
    (await open()).map(({ id }) => galley.client.call('closeSession', { params: { id } })),
  );
  await until('no review is open', async () => (await open()).length === 0);
};

/** Changes the settings until the test is over. */
const settings = async (changed: object): Promise<void> => {
  onTestFinished(() => writeSettings(galley.home, defaults));
  await writeSettings(galley.home, { ...defaults, ...changed });
};

type Opened = Awaited<ReturnType<TestSupervisor['open']>>;

const openPlan = (title: string): Promise<Opened> =>
  galley.open({ mode: 'plan', title, content: `# ${title}\n\nDo it.\n`, detached: true });

const openDashboard = async (options?: Parameters<typeof openPage>[2]) => {
  const address = dashboardAddress(galley.supervisor.url, galley.supervisor);
  return openPage(browser, address, options);
};

/** In a page that has not loaded anything yet, and is not used again: for a clock or a script. */
const openBlank = (options?: BrowserContextOptions) => openNewPage(browser, 'about:blank', options);
const goToDashboard = (page: Page) =>
  page.goto(dashboardAddress(galley.supervisor.url, galley.supervisor));

/** Opens a review with this title and ends it with a comment, a finding and a note; resolves once it is archived. */
const endPlan = async (title: string): Promise<Opened> => {
  const opened = await openPlan(title);
  await addFinding(opened.url, { source: 'lint', text: 'Until when?', originalText: 'Do it.' });
  const comment = { id: 'c', type: 'COMMENT', kind: 'must', text: 'Not so fast.' };
  const annotations = [
    { ...comment, originalText: 'Do it.', blockId: 'b1', startOffset: 0, endOffset: 6 },
  ];
  const body = { annotations, feedback: 'Not yet.' };
  await call(`${opened.url}${sessionPath('deny')}`, { method: 'POST', body });
  await until('it is kept', () =>
    existsSync(join(galley.state, 'decisions', opened.id, 'ended.json')),
  );
  return opened;
};

const chip = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('button', { name });

const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const titles = (page: Page) => page.locator('[data-id] .row-title').allTextContents();
const expectTitles = (page: Page) => expect.poll(() => titles(page), patiently);
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search reviews' });
/** The title of the focused row. */
const focusedTitle = (page: Page) =>
  page.evaluate(() => document.activeElement?.querySelector('.row-title')?.textContent ?? '');
const expectFocus = (page: Page) => expect.poll(() => focusedTitle(page), patiently);

// First, as later on there are ended ones in the list.
describe('open reviews', () => {
  beforeAll(async () => {
    areKept = true;
    for (const [title, mode, origin] of [
      ['Beta', 'plan', 'codex'],
      ['alpha', 'plan', 'claude-code'],
      ['Gamma', 'plan', 'codex'],
      ['Delta', 'document', 'codex'],
    ] as const)
      await galley.open({ mode, title, origin, content: '# P', detached: true });
  });
  afterAll(async () => {
    areKept = false;
    await closeReviews();
  });

  it('can be sorted by its columns, by mouse and keyboard, and filtered by kind and state', async () => {
    const { page } = await openDashboard();
    await expectTitles(page).toEqual(['Delta', 'Gamma', 'alpha', 'Beta']);
    const header = page.getByRole('columnheader', { name: 'Title' });
    await header.getByRole('button').click();
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending');
    await expectTitles(page).toEqual(['alpha', 'Beta', 'Delta', 'Gamma']);
    await header.getByRole('button').click();
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending');
    await expectTitles(page).toEqual(['Gamma', 'Delta', 'Beta', 'alpha']);
    // All of them are waiting, so there is no state filter.
    expect(await page.getByRole('group', { name: 'State' }).count()).toBe(0);
    await chip(page, 'Kind', 'Plan 3').click();
    await expectTitles(page).toEqual(['Gamma', 'Beta', 'alpha']);
    await search(page).fill('ET');
    await expectTitles(page).toEqual(['Beta']);
    await search(page).fill('nothing');
    await page.getByText('No reviews match').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => search(page).inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await expectTitles(page).toEqual(['Gamma', 'Delta', 'Beta', 'alpha']);
    await page.reload();
    await expectTitles(page).toEqual(['Delta', 'Gamma', 'alpha', 'Beta']);
    await page.keyboard.press('s');
    await expectTitles(page).toEqual(['alpha', 'Beta', 'Delta', 'Gamma']);
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending');
    await page.keyboard.press('Shift+S');
    await expectTitles(page).toEqual(['Gamma', 'Delta', 'Beta', 'alpha']);
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending');
  });

  it('can be grouped, with headings by agent, project or state, which is remembered', async () => {
    const { page } = await openDashboard();
    await expectTitles(page).toEqual(['Delta', 'Gamma', 'alpha', 'Beta']);
    await page.getByRole('combobox', { name: 'Group by' }).selectOption('By agent');
    const headings = () => page.getByRole('heading', { level: 2 }).allTextContents();
    await expectTitles(page).toEqual(['alpha', 'Delta', 'Gamma', 'Beta']);
    await expect.poll(headings).toEqual(['claude-code', 'codex']);
    expect(await allViolations(page)).toEqual([]);
    const heights = () =>
      page
        .locator('.grid-group, .grid-row[data-id]')
        .evaluateAll((items) =>
          items.map((item) => item.getBoundingClientRect().height).sort((a, b) => a - b),
        );
    await expect.poll(heights).toEqual([32, 32, 40, 40, 40, 40]);
    await page.keyboard.press('j');
    await expectFocus(page).toBe('alpha');
    await page.keyboard.press('End');
    await expectFocus(page).toBe('Beta');
    await page.reload();
    await expectTitles(page).toEqual(['alpha', 'Delta', 'Gamma', 'Beta']);
    await page.keyboard.press('g');
    await expect.poll(headings, patiently).toEqual(['Waiting']);
    await page.keyboard.press('g');
    await expectTitles(page).toEqual(['Delta', 'Gamma', 'alpha', 'Beta']);
  });

  it("shows memory, deaths and events, also as text, in the operators' view, and is accessible in either view, in light and in dark", async () => {
    const lost = await openPlan('Lost');
    await openPlan('It *lives*');
    process.kill(lost.pid, 'SIGKILL');
    const { page } = await openDashboard({ reducedMotion: 'reduce' });
    const look = async (what: string): Promise<void> => {
      await emulateMedia(page, { colorScheme: 'light' });
      expect(await allViolations(page), what).toEqual([]);
      await emulateMedia(page, { colorScheme: 'dark' });
      expect(await colourViolations(page), `${what}, dark`).toEqual([]);
    };
    await rowOf(page, 'Lost').getByText('killed').waitFor();
    await look('reviews');
    await page.getByRole('tab', { name: 'System' }).click();
    await page
      .getByRole('region', { name: 'Memory of the sessions' })
      .getByText('It lives')
      .waitFor();
    const deaths = page.getByRole('region', { name: 'Recently ended processes' });
    await deaths.getByRole('row', { name: /Lost .* killed – SIGKILL/u }).waitFor();
    await page.getByRole('img', { name: /6 opened, 0 decided or closed, 1 died/u }).waitFor();
    await page.getByText('As a table').click();
    await page.getByRole('region', { name: 'The last hour' }).getByRole('table').waitFor();
    await page.getByRole('region', { name: 'Supervisor' }).getByText('5 open').waitFor();
    await look('system');
    for (const key of ['Control+k', '?']) {
      await page.keyboard.press(key);
      await page.getByRole('dialog').locator(':focus').waitFor();
      await look(key);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });
});

describe('the list', () => {
  it('shows the open reviews, and each change at once', async () => {
    const parser = await openPlan('Move the parser');
    const { page, problems } = await openDashboard();
    await expect.poll(() => page.title(), patiently).toBe('(1) Reviews · Galley');
    const row = rowOf(page, 'Move the parser');
    await row.getByText('Waiting').waitFor();

    await addFinding(parser.url, { source: 'lint', text: 'Until when?' });
    await row.locator('[data-column="findings"]').getByText('1').waitFor();
    const draft = { generation: 1, comments: [], feedback: 'Not yet.' };
    await call(`${parser.url}${sessionPath('saveDraft')}`, { method: 'PUT', body: draft });
    await row.locator('[data-column="comments"]').getByText('1').waitFor();

    const other = await openPlan('Retry policy');
    await rowOf(page, 'Retry policy').waitFor();
    await expect.poll(() => page.title(), patiently).toBe('(2) Reviews · Galley');
    process.kill(other.pid, 'SIGKILL');
    await rowOf(page, 'Retry policy').getByText('Undecided: killed').waitFor();
    await call(`${parser.url}${sessionPath('approve')}`, { method: 'POST', body: {} });
    await row.getByText('Approved').waitFor();
    await expect.poll(() => page.title(), patiently).toBe('Reviews · Galley');
    expect(problems).toEqual([]);
  });

  it('shows how long a decision can be undone, and that an undone review is waiting again', async () => {
    const { url } = await openPlan('Undone');
    const { page } = await openDashboard();
    const state = rowOf(page, 'Undone').locator('[data-column="state"]');
    await state.getByText('Waiting').waitFor();
    await call(`${url}${sessionPath('deny')}`, { method: 'POST', body: { undoSeconds: 60 } });
    await state.getByText(/^Decided, will be sent in \d+ s$/u).waitFor();
    await expect.poll(() => state.getAttribute('title')).toMatch(/^Changes requested\. /u);
    await expect.poll(() => page.title(), patiently).toBe('Reviews · Galley');
    const first = await state.innerText();
    await expect.poll(() => state.innerText(), patiently).not.toBe(first);
    await call(`${url}${sessionPath('undoDecision')}`, { method: 'POST', body: {} });
    await state.getByText('Waiting').waitFor();
    await call(`${url}${sessionPath('deny')}`, { method: 'POST', body: { undoSeconds: 60 } });
    await call(`${url}${sessionPath('releaseDecision')}`, { method: 'POST', body: {} });
    await state.getByText('Changes requested').waitFor();
  });

  it('keeps the search text and the focus while sessions come and go', async () => {
    const { page } = await openDashboard();
    await openPlan('Stays');
    await rowOf(page, 'Stays').waitFor();
    // The row was focused before.
    await page.keyboard.press('j');
    await expectFocus(page).toBe('Stays');
    await page.keyboard.press('/');
    await search(page).and(page.locator(':focus')).waitFor();
    const typed = 'stays and no';
    const comeAndGo = async (title: string): Promise<void> => {
      const body = { cwd: galley.home, mode: 'plan', content: `# ${title}`, detached: true };
      const opened = await galley.api(controlPath('openSession'), { method: 'POST', body });
      const { id } = opened.json as { id: string };
      await galley.api(controlPath('closeSession', { params: { id } }), { method: 'DELETE' });
    };
    for (const [at, letter] of typed.split('').entries()) {
      const coming = at % 4 === 0 ? comeAndGo(letter) : undefined;
      await page.keyboard.press(letter === ' ' ? 'Space' : letter);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('search');
      await coming;
    }
    await expect.poll(() => search(page).inputValue()).toBe(typed);
    await page.getByText('No reviews match').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('search');
    await page.keyboard.press('Escape');
    await rowOf(page, 'Stays').waitFor();
    await expect.poll(() => search(page).inputValue()).toBe('');
  });

  it('is on a page that has been open for long as on a fresh one, which reports a lost connection, reconnects, and reloads it', async () => {
    await endPlan('Long gone');
    await openPlan('Lasts');
    const { page } = await openBlank();
    await page.clock.install();
    await goToDashboard(page);
    await rowOf(page, 'Lasts').waitFor();
    await rowOf(page, 'Long gone').waitFor();
    // A page that has been open for long lists what a fresh one does.
    await page.clock.runFor('11:00');
    // The silence has made the page reconnect by now; the rest must hold without another reconnect.
    await openPlan('Opened late');
    await rowOf(page, 'Opened late').waitFor();
    await page.clock.runFor('00:31');
    const shown = await titles(page);
    await page.reload();
    await rowOf(page, 'Opened late').waitFor();
    await expectTitles(page).toEqual(shown);
    expect(shown).toContain('Long gone');

    await page.route(`**${controlPath('streamEvents')}`, (route) => route.abort());
    await page.reload();
    await page.getByText('Connection lost').waitFor();
    const address = page.getByText('The new one is printed by galley dashboard.');
    expect(await address.count()).toBe(0);
    await page.clock.fastForward(10_000);
    await address.waitFor();
    await openPlan('Came meanwhile');
    await page.unroute(`**${controlPath('streamEvents')}`);
    await rowOf(page, 'Came meanwhile').waitFor();
    await page.getByText('Connection lost').waitFor({ state: 'detached' });
  });

  it('of a thousand sessions has only a few in the DOM, and keeps the reading position', async () => {
    const { id } = await openPlan('Real');
    const record = (await galley.api(controlPath('getSession', { params: { id } })))
      .json as SessionView;
    const made = (index: number): SessionView => ({
      ...record,
      id: String(index).padStart(12, '0'),
      title: `Session ${index}`,
      openedAt: new Date(Date.parse(record.openedAt) + index * 1000).toISOString(),
    });
    const sessions = Array.from({ length: 1000 }, (_, index) => made(index));
    const { page } = await openDashboard();
    await rowOf(page, 'Real').waitFor();
    let connections = 0;
    let comeBack: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (comeBack = resolve));
    await page.route(`**${controlPath('streamEvents')}`, async (route) => {
      connections += 1;
      if (connections === 2) await asked;
      else if (connections > 2) return;
      const more = connections === 1 ? [] : Array.from({ length: 9 }, (_, i) => made(1000 + i));
      const body = eventStream([{ type: 'snapshot', sessions: [...sessions, ...more], ended: [] }]);
      await route.fulfill({ contentType: 'text/event-stream', body });
    });
    await page.reload();
    await page.getByText('1,000 reviews').waitFor();
    await expectTitles(page).toContain('Session 999');
    expect((await titles(page)).length).toBeLessThan(60);
    await page.keyboard.press('j');
    await expectFocus(page).toBe('Session 999');
    await page.keyboard.press('End');
    await expectFocus(page).toBe('Session 0');
    await page.keyboard.press('PageUp');
    await expectFocus(page).not.toBe('Session 0');
    const title = await focusedTitle(page);
    // Relative to the list's header: a line above may say that the connection is lost.
    const place = () =>
      page.evaluate(() => {
        const topOf = (element: Element | null | undefined) =>
          element?.getBoundingClientRect().top ?? 0;
        const row = document.activeElement;
        return topOf(row) - topOf(row?.closest('[role="grid"]'));
      });
    const before = await place();
    comeBack();
    await page.getByText('1,009 reviews').waitFor();
    await expectFocus(page).toBe(title);
    await expect.poll(place, patiently).toBe(before);
    await page.keyboard.press('Home');
    await expectFocus(page).toBe('Session 1008');
    await page.keyboard.press('/');
    await search(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('session 777');
    await expectTitles(page).toEqual(['Session 777']);
  });

  it('explains what to do if its token is not valid', async () => {
    const { page } = await openPage(browser, `${galley.supervisor.url}/dashboard/#old`);
    await page.getByText('galley dashboard').waitFor();
  });
});

describe('an ended review', () => {
  it('opens read-only on its own origin, with the decision, the comments and the findings', async () => {
    const { id } = await endPlan('Ship it');
    const { page } = await openDashboard();
    await rowOf(page, 'Ship it').getByText('Changes requested').waitFor();
    const [review] = await Promise.all([
      page.context().waitForEvent('page'),
      rowOf(page, 'Ship it').getByRole('link').first().click(),
    ]);
    const bar = review.getByRole('region', { name: 'Decision' });
    await bar.getByText('Not yet.', { exact: true }).waitFor();
    await bar.getByText('Read-only').waitFor();
    await expect.poll(() => review.title(), patiently).toMatch(/^Changes requested: Ship it/u);
    const { origin, pathname } = new URL(review.url());
    expect(pathname).toBe(`/${id}/`);
    expect(origin).not.toBe(galley.supervisor.url);
    expect(await review.evaluate(() => window.opener)).toBeNull();
    await review.getByRole('article', { name: 'Your comment' }).getByText('Not so fast.').waitFor();
    await review.getByRole('button', { name: '1 finding', exact: true }).click();
    await review.getByRole('article', { name: /lint/u }).first().getByText('Until when?').waitFor();
    await bar.getByText('What the agent read').click();
    await bar.locator('pre').getByText('Not so fast.').waitFor();
    expect(await allViolations(review)).toEqual([]);

    // No button or key decides, writes or undoes.
    for (const name of [
      /approve/iu,
      /deny/iu,
      /comment on/iu,
      /remove/iu,
      /accept/iu,
      /dismiss/iu,
      /edit/iu,
    ])
      expect(await review.getByRole('button', { name }).count()).toBe(0);
    for (const key of ['c', 'g', 'a', 'x', 'e', 'Control+Enter', 'Control+Shift+Enter'])
      await review.keyboard.press(key);
    expect(await review.locator('textarea').count()).toBe(0);
    expect(await review.getByRole('dialog').count()).toBe(0);
    const asked = await review.evaluate(
      (urls) =>
        Promise.all(
          urls.map((url) =>
            fetch(url).then(
              ({ status }) => String(status),
              () => 'blocked',
            ),
          ),
        ),
      [controlPath('getStatus'), '/dashboard/'].map((path) => galley.supervisor.url + path),
    );
    expect(asked).toEqual(['blocked', 'blocked']);
  });

  it('of a code change shows its patches with their annotations, and can be searched', async () => {
    const file = join(galley.home, 'a.patch');
    const lines = '@@ -1 +1 @@\n-one\n+a needle\n';
    await writeFile(file, `diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n${lines}`);
    const opened = await galley.open({ mode: 'review', patch: file, detached: true });
    const at = { filePath: 'a.txt', lineStart: 1, lineEnd: 1, side: 'new' };
    const comment = { id: 'c', scope: 'line', ...at, kind: 'must', text: 'Which needle?' };
    await call(`${opened.url}${sessionPath('sendFeedback')}`, {
      method: 'POST',
      body: { annotations: [comment] },
    });
    const { page } = await openDashboard();
    await rowOf(page, 'a.patch').getByText('Changes requested').waitFor();
    // With the keyboard: the row opens like any other.
    await page.keyboard.press('j');
    const [review] = await Promise.all([
      page.context().waitForEvent('page'),
      page.keyboard.press('Enter'),
    ]);
    const change = review.locator('.diff-view');
    await change.getByText('Which needle?').waitFor();
    await change.getByText('a needle').waitFor();
    expect(await review.getByRole('checkbox').count()).toBe(0);
    expect(await review.getByRole('button', { name: /comment on|overall comment/iu }).count()).toBe(
      0,
    );
    // No events arrive any more while reading.
    await review.getByRole('button', { name: '0 findings', exact: true }).click();
    await review.getByText('No findings.', { exact: true }).waitFor();
    await review.getByRole('searchbox', { name: 'Search' }).fill('needle');
    await review.getByText('1 match').waitFor();
  });

  it('of a repository offers only its patches', async () => {
    const repository = new Repository();
    const lines = Array.from({ length: 60 }, (_, at) => `line ${at + 1}`);
    repository.write('a.txt', lines.join('\n'));
    repository.commit('first');
    repository.write('a.txt', lines.with(4, 'fifth').with(49, 'fiftieth').join('\n'));
    const request = { mode: 'review', cwd: repository.path, title: 'Two lines', detached: true };
    const opened = await galley.open(request);
    await call(`${opened.url}${sessionPath('sendFeedback')}`, {
      method: 'POST',
      body: { approved: true },
    });
    const { page } = await openDashboard();
    const [review] = await Promise.all([
      page.context().waitForEvent('page'),
      rowOf(page, 'Two lines').getByRole('link').first().click(),
    ]);
    const change = review.locator('.diff-view');
    await change.getByText('fiftieth').waitFor();
    await change.getByTitle('Only the patch is known').first().waitFor();
    expect(await change.getByRole('button', { name: /^Show/u }).count()).toBe(0);
    await review.getByRole('button', { name: 'More', exact: true }).click();
    await review.getByRole('menuitemcheckbox', { name: /wrap/iu }).waitFor();
    expect(await review.getByRole('menuitemcheckbox', { name: /whitespace/iu }).count()).toBe(0);
    repository.remove();
  });
});

describe('with the keyboard alone', () => {
  it('rows can be found, opened and closed, and the focus is never lost', async () => {
    for (const title of ['first', 'second', 'third']) await openPlan(title);
    const { page } = await openDashboard();
    await rowOf(page, 'third').waitFor();
    await endPlan('gone');
    await chip(page, 'State', 'Waiting 3').click();
    await page.keyboard.press('j');
    await expectFocus(page).toBe('third');
    await page.keyboard.press('ArrowDown');
    await expectFocus(page).toBe('second');
    await page.keyboard.press('End');
    await expectFocus(page).toBe('first');
    await page.keyboard.press('k');
    await expectFocus(page).toBe('second');

    const [review] = await Promise.all([
      page.context().waitForEvent('page'),
      page.keyboard.press('Enter'),
    ]);
    await review.getByRole('heading', { name: 'second' }).first().waitFor();
    await review.close();
    await expectFocus(page).toBe('second');

    await page.keyboard.press('Delete');
    await page.getByRole('dialog', { name: 'Close this review?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectFocus(page).toBe('second');
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').locator(':focus').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await rowOf(page, 'second').waitFor({ state: 'detached' });
    // The row was filtered out when the review ended: focus moves to the one in its place.
    await expectFocus(page).toBe('first');
    await page.keyboard.press('?');
    await page
      .getByRole('dialog', { name: 'Keyboard shortcuts' })
      .getByText('Search')
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await expectFocus(page).toBe('first');
  });
});

describe('the rounds of a review', () => {
  it('are one row, and the earlier ones are shown below it on request', async () => {
    const { roundsKey: first } = await endPlan('Relocate');
    const second = await endPlan('Relocate');
    expect(second.roundsKey).toBe(first);
    await openPlan('Another');
    const { page } = await openDashboard();
    await openPlan('Relocate');
    await rowOf(page, 'Another').waitFor();
    await search(page).fill('relocate');
    await expectTitles(page).toEqual(['Relocate']);
    await page.getByText(/^1 of /u).waitFor();

    const rounds = () => page.locator('.grid-row .round').allTextContents();
    const button = page.getByRole('button', { name: 'Round 3' });
    await expect.poll(() => button.getAttribute('title')).toBe('Show 2 earlier rounds');
    await button.click();
    await expect.poll(rounds).toEqual(['Round 3', 'Round 2', 'Round 1']);
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
    expect(await allViolations(page)).toEqual([]);
    await page.getByText(/^1 of /u).waitFor();
    // The button has the focus.
    await page.keyboard.press('j');
    const isFocused = (round: string) =>
      page.locator('.grid-row:focus').getByText(round, { exact: true }).waitFor();
    await isFocused('Round 2');
    const [ended] = await Promise.all([
      page.context().waitForEvent('page'),
      page.keyboard.press('Enter'),
    ]);
    await ended.waitForURL(`**/${second.id}/`, { waitUntil: 'commit' });
    await ended.close();
    await isFocused('Round 2');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(rounds).toEqual(['Round 3']);
    await isFocused('Round 3');
    await page.keyboard.press('ArrowRight');
    await expect.poll(rounds).toEqual(['Round 3', 'Round 2', 'Round 1']);
  });
});

describe('the palette', () => {
  const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands and reviews' });

  it('runs commands and opens reviews by part of their names', async () => {
    const { url } = await openPlan('Rename the flag');
    await openPlan('Cache keys');
    const { page } = await openDashboard();
    await rowOf(page, 'Cache keys').waitFor();
    await page.keyboard.press('j');
    await expectFocus(page).toBe('Cache keys');
    await page.keyboard.press('Control+k');
    await palette(page).locator('input:focus').waitFor();
    await page.keyboard.type('operation or list');
    await palette(page).getByText('No matches.').waitFor();
    expect(await allViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    await expectFocus(page).toBe('Cache keys');

    await page.keyboard.press('Control+k');
    await palette(page).locator('input:focus').waitFor();
    await page.keyboard.type('rename fl');
    await expect
      .poll(() => palette(page).getByRole('option').allTextContents(), patiently)
      .toEqual(['Open Rename the flag']);
    await palette(page).locator('[data-highlighted]').waitFor();
    expect(await allViolations(page)).toEqual([]);
    const [review] = await Promise.all([
      page.context().waitForEvent('page'),
      page.keyboard.press('Enter'),
    ]);
    await review.waitForURL(`${url}/`, { waitUntil: 'commit' });
    await review.close();
    await expectFocus(page).toBe('Cache keys');

    await page.keyboard.press('/');
    await page.keyboard.press('Control+k');
    await palette(page).locator('input:focus').waitFor();
    await page.keyboard.type('switch view');
    await palette(page).locator('[data-highlighted]', { hasText: 'Switch view' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Supervisor' }).waitFor();
    await page.getByRole('button', { name: 'Find a command or a review' }).click();
    await palette(page).getByRole('option', { name: 'Switch between light and dark' }).waitFor();
    // There is no list to move in.
    expect(await palette(page).getByText('In the list').count()).toBe(0);
  });
});

describe('the palette without a supervisor', () => {
  it('says why it cannot be loaded, and opens on a retry', async () => {
    await openPlan('Without it');
    const { page } = await openDashboard({
      prepare: (one) => one.route(/\/palette-[^/]*\.js/u, (route) => route.abort()),
    });
    await rowOf(page, 'Without it').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByText('The supervisor does not answer').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.unroute(/\/palette-[^/]*\.js/u);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('option', { name: 'Open Without it' }).waitFor();
  });
});

describe('the keys of the settings', () => {
  it('run their commands, can disable keys, and are reported if they name no command', async () => {
    const keys = {
      'dashboard.next': 's',
      'dashboard.previous': 'none',
      'dashboard.nothing': 'y',
      'view.theme': 'y',
    };
    await settings({ keys });
    for (const title of ['Older', 'Newer']) await openPlan(title);
    const { page } = await openDashboard();
    await rowOf(page, 'Newer').waitFor();
    // By default this key sorts; the settings take precedence.
    await page.keyboard.press('s');
    await expectFocus(page).toBe('Newer');
    await page.keyboard.press('s');
    await expectFocus(page).toBe('Older');
    await page.keyboard.press('k');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('unknown commands: dashboard.nothing').waitFor();
    expect(await help.getByText('Previous review').count()).toBe(0);
    await page.keyboard.press('?');
    await help.waitFor({ state: 'detached' });
    await expectFocus(page).toBe('Older');
  });
});

describe('closing', () => {
  it('all filtered reviews asks for confirmation with their number, and warns of unsent comments', async () => {
    const kept = await openPlan('Keep this');
    const [one] = [await openPlan('Drop one'), await openPlan('Drop two')];
    const draft = { generation: 1, comments: [], feedback: 'Not yet.' };
    await call(`${one.url}${sessionPath('saveDraft')}`, { method: 'PUT', body: draft });
    const { page } = await openDashboard();
    await rowOf(page, 'Drop one').locator('[data-column="comments"]').getByText('1').waitFor();
    await search(page).fill('drop');
    await page.getByRole('button', { name: 'Close 2 …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close 2 reviews?' });
    await dialog.getByText('1 comment will not be sent').waitFor();
    await dialog.getByRole('button', { name: 'Close 2 reviews' }).click();
    await page.getByText('2 reviews closed.').waitFor();
    await rowOf(page, 'Drop two').getByText('Closed').waitFor();
    const { json } = await galley.api(controlPath('listSessions'));
    expect(json).toMatchObject({ sessions: [{ id: kept.id }] });
  });
});

describe('after a decision', () => {
  it('the review page offers the review that has waited longest, and Enter opens it', async () => {
    const [first, second] = [await openPlan('First'), await openPlan('Second')];
    const { page } = await openPage(browser, second.url);
    await decide(page);
    const link = page.getByRole('link', { name: 'Next review: First' });
    await link.waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${first.url}/`);
    await page.getByRole('heading', { name: 'First' }).first().waitFor();
    await decide(page);
    await page.getByRole('heading', { name: 'Approved' }).waitFor();
    expect(await page.getByRole('link').count()).toBe(0);
  });

  it('there is no offer if the supervisor does not answer', async () => {
    const { url, id } = await openPlan('Alone');
    await openPlan('Other');
    process.kill(galley.supervisor.pid, 'SIGSTOP');
    try {
      const answer = await call(`${url}${sessionPath('approve')}`, { method: 'POST', body: {} });
      expect(answer).toMatchObject({ status: 200, json: { outcome: 'approved' } });
      expect(answer.json).not.toHaveProperty('next');
    } finally {
      process.kill(galley.supervisor.pid, 'SIGCONT');
    }
    await expect
      .poll(
        async () => (await galley.api(controlPath('getDecision', { params: { id } }))).json,
        patiently,
      )
      .toMatchObject({ outcome: 'approved' });
  });
});

describe('notifications', () => {
  it('report new and ended reviews once enabled, without hidden characters', async () => {
    const { page } = await openBlank({ permissions: ['notifications'] });
    // A headless browser has no notifications of its own.
    await page.addInitScript(() => {
      const shown: string[] = [];
      Object.assign(window, { shown });
      window.Notification = class extends EventTarget {
        static permission = 'granted';
        static requestPermission = () => Promise.resolve('granted');
        constructor(title: string, options: { body?: string } = {}) {
          super();
          shown.push(`${title} | ${options.body ?? ''}`);
        }
      } as never;
    });
    await goToDashboard(page);
    const shown = () => page.evaluate(() => (window as never as { shown: string[] }).shown);
    await openPlan('Before');
    await rowOf(page, 'Before').waitFor();
    expect(await shown()).toEqual([]);
    await page.getByRole('button', { name: 'Notify me' }).click();
    await page.getByRole('button', { name: 'Notifications are on' }).waitFor();
    const { url } = await openPlan('Send\u202E it\u0007');
    await expect.poll(shown, patiently).toHaveLength(1);
    await call(`${url}${sessionPath('deny')}`, { method: 'POST', body: {} });
    await expect.poll(shown, patiently).toHaveLength(2);
    const [opened, ended] = await shown();
    expect(opened).toMatch(/^New: Plan \| Send it \(/u);
    expect(ended).toMatch(/^Ended: Changes requested \| Send it \(/u);
    await page.reload();
    // The choice is stored, and the permission still granted.
    await page.getByRole('button', { name: 'Notifications are on' }).waitFor();
  });
});

describe('for everyone', () => {
  it('fits a narrow window', async () => {
    await endPlan('Small and sent');
    await openPlan('A title that is much longer than a narrow window has room for, and goes on');
    const { page } = await openDashboard({ viewport: { width: 360, height: 700 } });
    await rowOf(page, 'A title').waitFor();
    // The outcome is shown in full, whatever is next to it.
    const state = rowOf(page, 'Small and sent').locator('.state-text');
    await state.getByText('Changes requested').waitFor();
    await rowOf(page, 'Small and sent').getByText('1 Finding', { exact: true }).waitFor();
    await expect
      .poll(() => state.evaluate((text) => text.scrollWidth - text.clientWidth), patiently)
      .toBe(0);
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    await expect.poll(overflow, patiently).toBe(0);
    await page.getByRole('tab', { name: 'System' }).click();
    await page.getByRole('region', { name: 'Supervisor' }).waitFor();
    await expect.poll(overflow, patiently).toBe(0);
  });

  it('follows the settings for language and colours', async () => {
    await settings({ language: 'de', theme: 'dark' });
    await openPlan('Sprache');
    const { page } = await openDashboard();
    await rowOf(page, 'Sprache').getByText('Wartet').waitFor();
    const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
    await expect.poll(theme).toBe('dark');
    await page.getByRole('button', { name: 'Hell/Dunkel umschalten' }).click();
    await expect.poll(theme).toBeUndefined();
    await page.reload();
    await rowOf(page, 'Sprache').waitFor();
    await expect.poll(theme).toBeUndefined();
  });
});
