import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Decision } from '../../shared/session/decision.ts';
import { allViolations, openPage } from '../helpers/browser.ts';
import { settledTop } from '../helpers/code.ts';
import { decide, openDecision, reviewButton, sendNow, submitReview } from '../helpers/decide.ts';
import { sessionPath } from '../helpers/paths.ts';
import { hostEvents } from '../helpers/hook-events.ts';
import { addFinding, type AwaitedReview } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';
import { call } from '../helpers/http-call.ts';

const { reviews, browser } = await reviewsInBrowser();

const paragraphs = Array.from({ length: 80 }, (_, index) => `Paragraph ${index} of many.`);

beforeAll(async () => {
  await writeFile(join(reviews.folder, 'plan.md'), `# A plan\n\n${paragraphs.join('\n\n')}\n`);
});

let opened = 0;
const setUndoSeconds = (url: string, undoSeconds: number) =>
  call(`${url}${sessionPath('changeConfig')}`, { method: 'POST', body: { undoSeconds } });

/** The arguments of a plan for a test alone: with a key, so that drafts do not carry over. */
const ownPlan = () => {
  opened += 1;
  return ['plan', 'plan.md', '--key', `deciding ${opened}`];
};

const showPlan = async <Waiting extends AwaitedReview>(
  waiting: Waiting,
  options: BrowserContextOptions = {},
) => {
  // Longer than a busy machine takes to click a button.
  await setUndoSeconds(waiting.session.url, 60);
  const watched = await openPage(browser, waiting.session.url, options);
  await watched.page.locator('main [data-block]').first().waitFor();
  return { ...waiting, ...watched };
};

const openPlan = async (options?: BrowserContextOptions) =>
  showPlan(await reviews.openAwaited(ownPlan()), options);

const openByCommand = async () => showPlan(await reviews.review(ownPlan()));

const decisionOf = async (ended: Promise<{ output: string }>): Promise<Decision> =>
  JSON.parse((await ended).output) as Decision;

const popoverOf = (page: Page) => page.getByRole('dialog', { name: 'Submit review' });
const verdictOf = (page: Page, name: string) =>
  popoverOf(page).getByRole('radio', { name, exact: true, checked: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const comments = (page: Page, count: number) =>
  page.getByRole('button', { name: count === 1 ? '1 comment' : `${count} comments`, exact: true });

/** Whether it is still undecided: the page is unchanged, and the launching process waits. */
const isUndecided = async (page: Page, id: string): Promise<boolean> => {
  const { sessions } = (await (await reviews.connect()).call('listSessions')).body;
  const isRunning = sessions.some((session) => session.id === id && session.held === undefined);
  return isRunning && (await page.locator('.end-screen').count()) === 0;
};

/** Presses a quick label on a paragraph. */
const label = async (page: Page, paragraph: string, name: string): Promise<void> => {
  await page.getByText(paragraph, { exact: true }).selectText();
  await page
    .getByRole('toolbar', { name: 'Selected text' })
    .getByRole('button', { name, exact: true })
    .click();
};

/** Opens the editor of a comment in the narrow panel, which has its five kinds in one row. */
const openKinds = async (page: Page): Promise<void> => {
  await page.keyboard.press('g');
  const kinds = page.getByRole('complementary').getByRole('radiogroup').locator('label');
  await expect.poll(() => kinds.count()).toBe(5);
  const rows = () =>
    kinds.evaluateAll(
      (all) => new Set(all.map((element) => element.getBoundingClientRect().top)).size,
    );
  await expect.poll(rows).toBe(1);
};

const addOnWhole = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('g');
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press('Control+Enter');
};

/** Presses the key of the primary button once more, as soon as the decision can be undone. */
const pressAgain = `new MutationObserver((_, observer) => {
  if (document.querySelector('.held-actions') === null) return;
  observer.disconnect();
  const options = { key: 'Enter', code: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', options));
  window.hasPressedAgain = true;
}).observe(document.body, { subtree: true, childList: true })`;

describe('the popover that submits a review', () => {
  it('opens by mouse, key and palette, with the requested verdict', async () => {
    const { page, session, ended } = await openPlan();
    await openDecision(page);
    await verdictOf(page, 'Approve').waitFor();
    await page.keyboard.press('Escape');
    await popoverOf(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Enter');
    await verdictOf(page, 'Approve').waitFor();
    await page.keyboard.press('Escape');
    await popoverOf(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').locator('input:focus').waitFor();
    await page.keyboard.type('request changes');
    await page.locator('[data-highlighted]', { hasText: 'Request changes' }).waitFor();
    await page.keyboard.press('Enter');
    await verdictOf(page, 'Request changes').waitFor();
    // The choice is kept.
    await page.keyboard.press('Escape');
    await openDecision(page);
    await verdictOf(page, 'Request changes').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Shift+Enter');
    await verdictOf(page, 'Approve').waitFor();
    expect(await isUndecided(page, session.id)).toBe(true);
    // With the arrow keys, then the shortcut of the primary button.
    await page.keyboard.press('ArrowDown');
    await verdictOf(page, 'Request changes').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Not like this.');
    let releases = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(sessionPath('releaseDecision'))) releases += 1;
    });
    await page.evaluate(pressAgain);
    await page.keyboard.press('Control+Enter');
    await heading(page, 'Changes requested').waitFor();
    await expect.poll(() => page.evaluate('window.hasPressedAgain')).toBe(true);
    // By then it would have asked for that.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
    expect(releases).toBe(0);
    await sendNow(page);
    await expect.poll(() => releases).toBe(1);
    expect(await decisionOf(ended)).toMatchObject({
      outcome: 'denied',
      feedback: 'Not like this.',
    });
  });

  it('on a phone does not approve 300 findings by a single press, and sends them condensed', async () => {
    const { page, session, ended } = await openPlan({ viewport: { width: 390, height: 760 } });
    const findings = Array.from({ length: 300 }, (_, index) => ({
      source: 'lint',
      type: 'COMMENT',
      originalText: paragraphs[index % 7],
      text: `Message ${index % 3}.`,
    }));
    await addFinding(session.url, { annotations: findings });
    await expect.poll(() => page.title()).toMatch(/^\(300\)/u);
    const popover = await openDecision(page);
    await popover.getByText(/^300 findings, condensed to \d+ lines$/u).waitFor();
    await expect.poll(() => popover.boundingBox()).toMatchObject({ x: 0, width: 390 });
    expect(await allViolations(page)).toEqual([]);
    expect(await isUndecided(page, session.id)).toBe(true);
    const preview = popover.getByRole('button', { name: 'Preview what the agent reads' });
    const back = page.getByRole('button', { name: 'Back' });
    const text = page.getByRole('region', { name: 'What the agent will read' });
    await preview.click();
    await text.getByText('Message 1.').waitFor();
    expect(await allViolations(page)).toEqual([]);
    await back.click();
    const switched = popover.getByRole('switch', { name: 'Findings in the agent’s text' });
    await expect.poll(() => switched.isChecked()).toBe(true);
    await switched.uncheck();
    await popover.getByText('300 findings', { exact: true }).waitFor();
    await preview.click();
    await text.getByText('300 findings of tools are left out here.').waitFor();
    expect(await text.textContent()).not.toContain('Message 1.');
    const shown = await text.textContent();
    await page.getByRole('button', { name: 'Submit' }).click();
    await heading(page, 'Approved').waitFor();
    expect(await allViolations(page)).toEqual([]);
    await sendNow(page);
    const { markdown, annotations } = await decisionOf(ended);
    expect(markdown.trim()).toBe(shown?.trim());
    expect(annotations).toHaveLength(300);
    await page.getByText('What the agent reads now').click();
    await expect.poll(() => page.locator('details pre').textContent()).toBe(shown);
  });

  it('suggests the verdict that fits the comments, some of them undone, and shows exactly what the launching process gets', async () => {
    const { page, ended } = await openByCommand();
    await label(page, 'Paragraph 3 of many.', 'Good');
    const kind = page.locator('main .comment-card .card-kind').first();
    await expect.poll(() => kind.textContent()).toBe('Keep');
    let popover = await openDecision(page);
    // Praise is no demand.
    await verdictOf(page, 'Approve').waitFor();
    await popover.getByText('1 to keep.').waitFor();
    await page.keyboard.press('Escape');
    await label(page, 'Paragraph 5 of many.', 'Unclear');
    popover = await openDecision(page);
    await verdictOf(page, 'Request changes').waitFor();
    await popover.getByText('1 to address, 1 to keep.').waitFor();
    await page.keyboard.press('Escape');
    await popover.waitFor({ state: 'detached' });
    await addOnWhole(page, 'On the whole.');
    await comments(page, 3).waitFor();
    // Undoing removes a quick label, and no earlier comment.
    await label(page, 'Paragraph 7 of many.', 'Unclear');
    await comments(page, 4).waitFor();
    await page.keyboard.press('Control+z');
    await comments(page, 3).waitFor();
    await page.getByText('On the whole.').waitFor();
    await page.keyboard.press('Control+Shift+Z');
    await comments(page, 4).waitFor();
    await page.keyboard.press('Control+z');
    await comments(page, 3).waitFor();
    popover = await openDecision(page);
    await popover.getByRole('textbox', { name: 'Overall note' }).fill('Once more, please.');
    await popover.getByRole('button', { name: 'Preview what the agent reads' }).click();
    const text = page.getByRole('region', { name: 'What the agent will read' });
    await text.getByText('Once more, please.').waitFor();
    const shown = await text.textContent();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.keyboard.press('Control+Enter');
    await heading(page, 'Changes requested').waitFor();
    await sendNow(page);
    const decision = await decisionOf(ended);
    expect(decision).toMatchObject({
      outcome: 'denied',
      comments: [{ kind: 'keep' }, { kind: 'must' }, { text: 'On the whole.' }],
    });
    expect(decision.markdown.trim()).toBe(shown?.trim());
  });
});

describe('a decision made by mistake', () => {
  /** The reading position, once it has settled. */
  const readAt = (page: Page): Promise<number> =>
    settledTop(page.getByText('Paragraph 40 of many.', { exact: true }));

  /** Leaves a comment, an open editor and a note on the page, and scrolls. */
  const write = async (page: Page): Promise<number> => {
    await label(page, 'Paragraph 3 of many.', 'Unclear');
    await page.getByText('Paragraph 40 of many.', { exact: true }).click();
    await page.keyboard.press('c');
    await page.locator('main textarea:focus').waitFor();
    await page.keyboard.type('Half a');
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.locator('main').evaluate(({ scrollTop }) => scrollTop))
      .toBeGreaterThan(0);
    return readAt(page);
  };

  const expectAsBefore = async (page: Page, place: number): Promise<void> => {
    await page.locator('.end-screen').waitFor({ state: 'detached' });
    await comments(page, 2).waitFor();
    await expect.poll(() => page.locator('main textarea').inputValue()).toBe('Half a');
    await expect.poll(() => readAt(page)).toBe(place);
    const popover = await openDecision(page);
    const note = popover.getByRole('textbox', { name: 'Overall note' });
    await expect.poll(() => note.inputValue()).toBe('Not yet.');
    await page.keyboard.press('Escape');
    await popover.waitFor({ state: 'detached' });
  };

  it('can be undone by mouse and by key, which restores everything', async () => {
    const { page, session, ended } = await openPlan();
    const place = await write(page);
    await submitReview(page, { note: 'Not yet.' });
    await heading(page, 'Changes requested').waitFor();
    await page.getByText(/^Will be sent in \d+ s$/u).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Undo');
    await page
      .getByRole('status')
      .getByText(/^You can undo this for [56]\d seconds\.$/u)
      .waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    // Before all else, as it disappears by itself.
    await page.getByRole('status').getByText('Decision undone. Nothing was sent.').waitFor();
    await expectAsBefore(page, place);
    await submitReview(page, { verdict: 'Approve' });
    await heading(page, 'Approved').waitFor();
    await page.keyboard.press('u');
    await expectAsBefore(page, place);
    expect(await isUndecided(page, session.id)).toBe(true);
    // The session continues and can be decided again; this time nobody undoes it or skips the wait.
    await setUndoSeconds(session.url, 1);
    const releases: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/release')) releases.push(request.url());
    });
    await submitReview(page);
    await heading(page, 'Approved').waitFor();
    process.kill(session.pid, 'SIGSTOP');
    try {
      await page.getByText('Sending …').waitFor();
    } finally {
      process.kill(session.pid, 'SIGCONT');
    }
    await page.getByText('The decision is stored').waitFor();
    // The server was a little late, which the page does not hurry.
    expect(releases).toEqual([]);
    const decision = await decisionOf(ended);
    expect(decision).toMatchObject({ outcome: 'approved', feedback: 'Not yet.' });
    expect(decision.comments.map(({ text }) => text)).toContain('Half a');
  });

  it('is no longer offered once the server is gone, which has sent the decision', async () => {
    const { page, session, ended } = await openPlan();
    await submitReview(page);
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    process.kill(session.pid, 'SIGKILL');
    expect(await decisionOf(ended)).toMatchObject({ outcome: 'approved' });
    await page.keyboard.press('u');
    await page.getByRole('alert').getByText('The decision could not be undone.').waitFor();
    await page.getByText('The decision is stored').waitFor();
    await expect.poll(() => page.getByRole('button').count()).toBe(0);
    await expect.poll(() => page.getByText('Will be sent').count()).toBe(0);
  });

  it('is shown in another tab and after a reload, can be undone there, and made again by a second press if nothing is at stake', async () => {
    const { page, session, ended } = await openByCommand();
    const { page: other } = await openPage(browser, session.url);
    await other.locator('main [data-block]').first().waitFor();
    await addOnWhole(page, 'Words.');
    await comments(other, 1).waitFor();
    await submitReview(page, { note: 'Typed just now.' });
    for (const tab of [page, other]) await tab.getByRole('button', { name: 'Undo' }).waitFor();
    await page.reload();
    await heading(page, 'Changes requested').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    for (const tab of [page, other]) {
      await tab.locator('.end-screen').waitFor({ state: 'detached' });
      await comments(tab, 1).waitFor();
    }
    const note = (await openDecision(page)).getByRole('textbox', { name: 'Overall note' });
    await expect.poll(() => note.inputValue()).toBe('Typed just now.');
    await note.fill('');
    await page.keyboard.press('Escape');
    await popoverOf(page).waitFor({ state: 'detached' });

    // A second press submits if nothing is at stake, and otherwise closes.
    await openDecision(other);
    await reviewButton(other).click();
    await popoverOf(other).waitFor({ state: 'detached' });
    await comments(other, 1).click();
    await other.getByRole('button', { name: 'Delete comment' }).click();
    await comments(other, 1).waitFor({ state: 'detached' });
    await comments(page, 1).waitFor({ state: 'detached' });
    // A double click counts once.
    await reviewButton(other).dblclick();
    await popoverOf(other).waitFor();
    expect(await isUndecided(other, session.id)).toBe(true);
    await reviewButton(other).click();
    await heading(other, 'Approved').waitFor();
    // Submitted in the other tab, released from the first.
    await page.getByRole('button', { name: 'Send now' }).click();
    for (const tab of [page, other]) await tab.getByText('You can close this tab').waitFor();
    const { code, output } = await ended;
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ outcome: 'approved', comments: [] });
  });
});

it('has five kinds of comment in one row, in German too, and says at an approval that notes do not reach an agent whose hook cannot carry them', async () => {
  const input = JSON.stringify(hostEvents.gemini.plan('', reviews.folder));
  const hook = ['plan', '-', '--format', 'gemini'];
  const { session, ended } = await reviews.review(hook, reviews.folder, { input });
  const { page, problems } = await openPage(browser, session.url);
  await page.locator('main [data-block]').first().waitFor();
  await openKinds(page);
  await page.keyboard.press('Escape');
  const german = await openPage(browser, session.url, { locale: 'de-DE' });
  await german.page.locator('main [data-block]').first().waitFor();
  await openKinds(german.page);
  await openDecision(page);
  await page.getByText('It cannot be given notes with an approval').waitFor();
  await page.keyboard.press('Escape');
  await decide(page, { verdict: 'Approve', note: 'Keep the tests.' });
  expect(JSON.parse((await ended).output)).toEqual({
    decision: 'allow',
    systemMessage: expect.stringContaining('Keep the tests.') as string,
  });
  expect(problems).toEqual([]);
});
