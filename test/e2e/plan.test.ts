import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Decision } from '../../shared/session/decision.ts';
import { decide, openDecision, sendNow } from '../helpers/decide.ts';
import { openPage } from '../helpers/browser.ts';
import { addFinding, type AwaitedReview } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const plan = `# Move the registry

The registry is one JSON file. Every change rewrites it, and **every open costs 4 ms**.

## Steps

- Add a table
- Switch the reader

See [the steps](#steps).
`;

const { reviews, browser } = await reviewsInBrowser();

beforeAll(async () => {
  await writeFile(join(reviews.folder, 'plan.md'), plan);
});

let opened = 0;
/** A key per test, so that drafts do not carry over. */
const ownPlan = () => ['plan', 'plan.md', '--key', `plan ${(opened += 1)}`];

const showPlan = async <Waiting extends Pick<AwaitedReview, 'session'>>(waiting: Waiting) => {
  const watched = await openPage(browser, waiting.session.url);
  await watched.page.getByRole('heading', { name: 'Move the registry', level: 1 }).last().waitFor();
  return { ...waiting, ...watched };
};

const openPlan = async () => showPlan(await reviews.openAwaited(ownPlan()));

const openByCommand = async () => showPlan(await reviews.review(ownPlan()));

const decisionOf = ({ output }: { output: string }): Decision => JSON.parse(output) as Decision;

/** Selects a phrase like a double click or a drag would. */
const selectText = (page: Page, phrase: string) =>
  page.evaluate((text) => {
    for (const block of document.querySelectorAll('[data-block]')) {
      const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const at = walker.currentNode.textContent?.indexOf(text) ?? -1;
        if (at < 0) continue;
        getSelection()?.setBaseAndExtent(
          walker.currentNode,
          at,
          walker.currentNode,
          at + text.length,
        );
        return;
      }
    }
    throw new Error(`there is no ${text}`);
  }, phrase);

describe('a plan', () => {
  it('shows a finding at its place, and can be denied with comments', async () => {
    const { page, problems, session, ended } = await openByCommand();
    await addFinding(session.url, {
      source: 'plan-lint',
      type: 'COMMENT',
      originalText: 'every open costs 4 ms',
      text: 'On which machine?',
    });
    await page.getByRole('button', { name: '1 finding: plan-lint' }).click();
    await page.locator('main').getByText('On which machine?').waitFor();
    await page.getByRole('button', { name: '1 finding', exact: true }).click();
    await page.getByRole('complementary').getByText('On which machine?').waitFor();
    await expect.poll(() => page.getByText('On which machine?').count()).toBe(2);
    const marked = () =>
      page.evaluate(() => [...(CSS.highlights.get('finding') ?? [])].map(String));
    await expect.poll(marked).toEqual(['every open costs 4 ms']);

    await selectText(page, 'one JSON file');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('textbox', { name: 'Comment' }).fill('Which one?');
    await page.keyboard.press('Control+Enter');
    await page
      .locator('main')
      .getByRole('article', { name: 'Your comment' })
      .getByText('Which one?')
      .waitFor();
    await selectText(page, 'Switch the reader');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();

    const popover = await openDecision(page);
    await popover.getByText('2 to address.').waitFor();
    await popover.getByText('2 comments').waitFor();
    await popover.getByText('1 finding').waitFor();
    await page.keyboard.press('Escape');
    await popover.waitFor({ state: 'detached' });
    await decide(page, { note: 'Not yet.' });
    await page.getByRole('heading', { name: 'Changes requested' }).waitFor();

    const result = await ended;
    expect(result.code).toBe(10);
    const decision = decisionOf(result);
    expect(decision).toMatchObject({ outcome: 'denied', feedback: 'Not yet.' });
    expect(decision.comments).toMatchObject([
      {
        type: 'COMMENT',
        originalText: 'one JSON file',
        text: 'Which one?',
        startLine: 3,
        endLine: 3,
        prefix: 'The registry is ',
        suffix: '. Every change rewrites it, and every ',
        section: 'Move the registry',
      },
      {
        type: 'DELETION',
        originalText: 'Switch the reader',
        startLine: 8,
        section: 'Steps',
      },
    ]);
    expect(decision.markdown).toContain('> The registry is «one JSON file». Every change');
    expect(decision.annotations).toMatchObject([{ source: 'plan-lint', placement: 'exact' }]);
    expect(problems).toEqual([]);
  });

  it('can be approved with notes by keyboard alone', async () => {
    const { page, problems, session, ended } = await openByCommand();
    await expect.poll(() => page.title()).toContain('Move the registry');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await page.keyboard.type('jk? c is typed, not run');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('g');
    await page.keyboard.type('On the whole fine.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('tab', { name: 'Comments 2' }).waitFor();
    await page.keyboard.press('Control+Shift+Enter');
    await page.getByRole('radio', { name: 'Approve', checked: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Shift+Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Control+Enter');
    await sendNow(page);
    await page.getByRole('heading', { name: 'Approved' }).waitFor();
    const result = await ended;
    expect(result.code).toBe(0);
    expect(decisionOf(result)).toMatchObject({
      id: session.id,
      outcome: 'approved',
      comments: [
        { type: 'COMMENT', text: 'jk? c is typed, not run' },
        { type: 'GLOBAL_COMMENT', text: 'On the whole fine.' },
      ],
    });
    await expect.poll(() => page.title()).toMatch(/^Approved/u);
    expect(problems).toEqual([]);
  });

  it('keeps unsent text across a reload, also in an open editor, which it lists, and restores a deleted comment', async () => {
    const { page, ended } = await openByCommand();
    await selectText(page, 'Add a table');
    await page.getByRole('toolbar', { name: 'Selected text' }).waitFor();
    await page.keyboard.press('c');
    await page.getByRole('textbox', { name: 'Comment' }).fill('half a sent');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Comment' }).inputValue())
      .toBe('half a sent');
    // It is listed, with a link to it.
    const tab = page.getByRole('tab', { name: /^Comments/u });
    await page.getByRole('button', { name: /^\d+ comments?$/u }).click();
    const entries = page.getByRole('complementary').locator('.card');
    await expect.poll(() => entries.count()).toBe(1);
    await expect.poll(() => tab.textContent()).toBe('Comments1');
    await entries.getByText('Not added yet').click();
    await page.locator('main textarea:focus').fill('a whole sentence');
    await page.getByRole('button', { name: 'Close the list' }).click();
    await page.getByRole('button', { name: 'Add comment' }).click();
    // At once: the page sends its last changes as it goes.
    await page.reload();
    const comment = page.getByRole('article', { name: 'Your comment' });
    await comment.getByText('a whole sentence').waitFor();
    await page.getByRole('button', { name: 'Delete comment' }).click();
    await comment.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await comment.getByText('a whole sentence').waitFor();
    await (
      await openDecision(page)
    )
      .getByRole('button', { name: 'Close without feedback' })
      .click();
    await page.getByRole('dialog', { name: 'Close without feedback?' }).waitFor();
    await page.getByRole('button', { name: 'Close without sending' }).click();
    await sendNow(page);
    await page.getByRole('heading', { name: 'Closed without feedback' }).waitFor();
    expect((await ended).code).toBe(11);
  });

  it('merges what is written in two tabs', async () => {
    const { page, session } = await openPlan();
    const { page: other } = await openPage(browser, session.url);
    const add = async (tab: Page, text: string) => {
      await tab.getByRole('button', { name: /^\d+ comments?$/u }).click();
      await tab.getByRole('button', { name: 'Add overall comment' }).click();
      // The other tab's editor may be here, too.
      await tab.locator('textarea:focus').fill(text);
      await tab.keyboard.press('Control+Enter');
    };
    await other.getByRole('heading', { name: 'Steps' }).waitFor();
    await Promise.all([add(page, 'from the first'), add(other, 'from the second')]);
    for (const tab of [page, other])
      for (const text of ['from the first', 'from the second'])
        await tab.getByRole('article', { name: 'Your comment' }).getByText(text).waitFor();

    // An editor that the other tab closes stays while it has the focus, and longer if it has changed.
    const closeElsewhere = async (text: string) => {
      const block = page.locator('.block', { hasText: text });
      await block.hover();
      await block.getByRole('button', { name: 'Comment on this block' }).click();
      await page.locator('main textarea:focus').fill(`About ${text}`);
      const field = other.locator('main textarea');
      await field.focus();
      await page.keyboard.press('Control+Enter');
      await other.locator('main').getByRole('article').getByText(`About ${text}`).waitFor();
      await other.locator('main textarea:focus').waitFor();
      return field;
    };
    const closed = await closeElsewhere('The registry is one JSON file');
    await other.getByRole('heading', { name: 'Steps' }).click();
    await closed.waitFor({ state: 'detached' });
    const kept = await closeElsewhere('See the steps');
    await kept.press('End');
    await other.keyboard.type(', jk');
    await other.getByRole('heading', { name: 'Steps' }).click();
    await page.locator('main textarea').waitFor();
    expect(await kept.inputValue()).toBe('About See the steps, jk');
    await decide(page, { verdict: 'Approve' });
    await other.getByText('It was decided elsewhere.').waitFor();
  });
});
