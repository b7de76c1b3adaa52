import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Decision } from '../../shared/session/decision.ts';
import type { Status } from '../../shared/supervisor/status.ts';
import { openPage, seriousViolations } from '../helpers/browser.ts';
import { decide } from '../helpers/decide.ts';
import { freeGatewayPort } from '../helpers/remote.ts';
import { Repository } from '../helpers/repository.ts';
import { addFinding } from '../helpers/review-session.ts';
import { ownReviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await ownReviewsInBrowser({ GALLEY_REMOTE: '1' });
let repository: Repository;
let gateway: string;

beforeAll(async () => {
  repository = new Repository();
  repository.write('src/parse.rs', 'pub fn parse(text: &str) -> &str { text }\n');
  repository.commit('first');
  repository.write('src/parse.rs', 'pub fn parse(text: &str) -> Value { json(text) }\n');
  await freeGatewayPort(reviews.home);
  await writeFile(join(reviews.folder, 'plan.md'), '# Move the parser\n\nIn two weeks.\n');
  await reviews.cli('supervisor', 'start');
  const status = JSON.parse(await reviews.cli('supervisor', 'status', '--json')) as Status;
  // As on the client side of a forwarded port.
  gateway = `http://localhost:${status.gateway?.port}`;
});
afterAll(() => repository.remove());

/** Lists are rendered on load, and include a decided review until its process has exited. */
const expectNoneOpen = (page: Page): Promise<void> =>
  expect
    .poll(async () => {
      await page.reload();
      return page.getByRole('heading', { name: 'No reviews are open' }).count();
    })
    .toBe(1);

it('a code review can be opened from the list, followed live, and decided', async () => {
  const { session, ended } = await reviews.review(['review'], repository.path);
  const { page, problems } = await openPage(browser, `${gateway}/list`);
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole('link').click();
  await page.waitForURL(`${gateway}/s/${session.id}/`);
  const code = page.locator('diffs-container').first();
  await code.getByText('json').first().waitFor();
  // By a worker of the page, which is also loaded from below the session's path.
  await expect.poll(() => code.locator('[data-line] span[style]').count()).toBeGreaterThan(0);

  const finding = { source: 'lint', filePath: 'src/parse.rs', lineStart: 1, lineEnd: 1 };
  await addFinding(session.url, { ...finding, text: 'It may throw.' });
  await code.getByText('It may throw.').waitFor();
  await page.keyboard.press('g');
  await page.getByRole('textbox', { name: 'Overall comment' }).fill('Catch it.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: '1 comment', exact: true }).waitFor();
  await decide(page);
  await page.getByRole('heading', { name: 'Changes requested' }).waitFor();

  const { code: exitCode, output } = await ended;
  expect(exitCode).toBe(10);
  const decision = JSON.parse(output) as Decision;
  expect(decision).toMatchObject({ id: session.id, outcome: 'feedback' });
  expect(decision.comments).toMatchObject([{ text: 'Catch it.' }]);
  expect(decision.annotations).toMatchObject([{ source: 'lint', placement: 'in-diff' }]);
  expect(problems).toEqual([]);
});

it('the dashboard behind the gateway links to the reviews there, and each of them to the next, which its end does not affect', async () => {
  const one = await reviews.openAwaited(['plan', 'plan.md', '--title', 'One']);
  const other = await reviews.openAwaited(['plan', 'plan.md', '--title', 'Other']);
  const second = await openPage(browser, `${gateway}/s/${other.session.id}`);
  const { url } = JSON.parse(await reviews.cli('dashboard', '--no-browser', '--json')) as {
    url: string;
  };
  expect(new URL(url).port).toBe(new URL(gateway).port);
  const { page, problems } = await openPage(browser, `${gateway}/${new URL(url).hash}`);
  await page.waitForURL(`${gateway}/dashboard/**`);
  await page.getByRole('row').filter({ hasText: 'One' }).waitFor();
  const [review] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'One' }).click(),
  ]);
  await review.waitForURL(`${gateway}/s/${one.session.id}/`);
  await decide(review);
  expect(JSON.parse((await one.ended).output)).toMatchObject({
    id: one.session.id,
    outcome: 'approved',
  });
  await addFinding(other.session.url, { source: 'lint', text: 'Until when exactly?' });
  await second.page.getByRole('button', { name: '1 finding', exact: true }).waitFor();
  await review.getByRole('link', { name: 'Next review: Other' }).click();
  await review.waitForURL(`${gateway}/s/${other.session.id}/`);
  await decide(review);
  for (const tab of [review, second.page])
    await tab.getByRole('heading', { name: 'Approved' }).waitFor();
  await page.getByRole('row').filter({ hasText: 'Other' }).getByText('Approved').waitFor();
  expect(JSON.parse((await other.ended).output)).toMatchObject({ id: other.session.id });
  expect([...problems, ...second.problems]).toEqual([]);

  // The ended review is archived and read-only.
  await review.goto(`${gateway}/s/${one.session.id}/`);
  await review.getByRole('region', { name: 'Decision' }).getByText('Read-only').waitFor();
  await review.goto(`${gateway}/s/000000000000/`);
  await review.getByRole('heading', { name: 'This review is not open' }).waitFor();
  await review.getByRole('link', { name: 'All open reviews' }).click();
  await review.waitForURL(`${gateway}/list`);
  await expectNoneOpen(review);

  const { page: keyless } = await openPage(browser, gateway);
  await keyless.getByRole('link', { name: 'All open reviews, as a plain list' }).click();
  await keyless.waitForURL(`${gateway}/list`);
});
