import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { dashboardAddress } from '../../shared/node/dashboard-address.ts';
import { openPage } from '../helpers/browser.ts';
import { Repository } from '../helpers/repository.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';
import { startSupervisor } from '../helpers/supervisor.ts';

const { reviews, browser } = await reviewsInBrowser();
const repository = new Repository();
afterAll(() => repository.remove());

const forced = { forcedColors: 'active' } as const;

/** A part of the page as it is painted, to be compared with another one. */
const painted = async (page: Page, selector: string): Promise<string> =>
  (await page.locator(selector).first().screenshot()).toString('base64');

const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

/** A system colour as the browser computes it. */
const systemColour = (page: Page, name: string): Promise<string> =>
  page.evaluate((colour) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = colour;
    const computed = getComputedStyle(probe).color;
    probe.remove();
    return computed;
  }, name);

describe('in the colours of the system', () => {
  it('a change tells what is viewed, chosen and pressed', async () => {
    for (const name of ['a.ts', 'b.ts']) repository.write(name, 'export const one = 1;\n');
    repository.commit('first');
    for (const name of ['a.ts', 'b.ts']) repository.write(name, 'export const one = 2;\n');
    const { session } = await reviews.review(['review'], repository.path);
    const { page } = await openPage(browser, session.url, forced);
    const tree = page.getByRole('tree');
    await tree.getByText('b.ts').waitFor();

    const bar = '.viewed-progress progress';
    const before = await painted(page, bar);
    await page.getByRole('region', { name: 'Changed files' }).focus();
    await page.keyboard.press('v');
    await page.getByText('1 of 2 viewed').first().waitFor();
    expect(await painted(page, bar)).not.toBe(before);

    const [highlight, canvas] = [
      await systemColour(page, 'Highlight'),
      await systemColour(page, 'Canvas'),
    ];
    expect(highlight).not.toBe(canvas);
    const tab = (isSelected: boolean) =>
      styleOf(page, `.panel-tab[aria-selected='${isSelected}']`, 'border-bottom-color');
    expect([await tab(true), await tab(false)]).toEqual([highlight, canvas]);
    const ground = (isPressed: boolean) =>
      styleOf(page, `.top-bar .button[aria-pressed='${isPressed}']`, 'background-color');
    expect(await ground(true)).toBe(highlight);
    expect(await ground(false)).not.toBe(highlight);
    expect(await styleOf(page, `[role='treeitem'][aria-selected='true']`, 'outline-color')).toBe(
      highlight,
    );
    await reviews.cli('sessions', 'close', session.id);
  });

  it('the dashboard tells which view is open', async () => {
    const galley = await startSupervisor();
    const { page } = await openPage(
      browser,
      dashboardAddress(galley.supervisor.url, galley.supervisor),
      forced,
    );
    await page.getByRole('tab', { name: 'Operation' }).waitFor();
    const tab = (isSelected: boolean) =>
      styleOf(page, `.tab[aria-selected='${isSelected}']`, 'border-bottom-color');
    expect([await tab(true), await tab(false)]).toEqual([
      await systemColour(page, 'Highlight'),
      await systemColour(page, 'Canvas'),
    ]);
    await galley.stop();
  });
});
