import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboardAddress } from '../../shared/node/dashboard-address.ts';
import { openNewPage, openPage } from '../helpers/browser.ts';
import { Repository } from '../helpers/repository.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';
import { coldHome, startSupervisor } from '../helpers/supervisor.ts';

const { reviews, browser } = await reviewsInBrowser();
const repository = new Repository();
afterAll(() => repository.remove());

const forced = { forcedColors: 'active' } as const;

/** The page's content security policy forbids images of screenshots. */
let blank: Page;
beforeAll(async () => {
  ({ page: blank } = await openNewPage(browser, 'about:blank'));
});

/** The painted colours at the left and right edge of an element. */
const halves = async (page: Page, selector: string): Promise<string[]> => {
  const picture = (await page.locator(selector).first().screenshot()).toString('base64');
  return blank.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(image, 0, 0);
    return [0.1, 0.9].map((part) =>
      String(context?.getImageData(part * width, height / 2, 1, 1).data),
    );
  }, picture);
};

const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

/** The computed value of a system colour. */
const systemColour = (page: Page, name: string): Promise<string> =>
  page.evaluate((colour) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = colour;
    const computed = getComputedStyle(probe).color;
    probe.remove();
    return computed;
  }, name);

describe('with forced colours', () => {
  it('a change shows what is viewed, selected and pressed', async () => {
    for (const name of ['a.rs', 'b.rs']) repository.write(name, 'let one = 1;\n');
    repository.commit('first');
    for (const name of ['a.rs', 'b.rs']) repository.write(name, 'let one = 2;\n');
    const { session } = await reviews.openAwaited(['review'], repository.path);
    const { page } = await openPage(browser, session.url, forced);
    const tree = page.getByRole('tree');
    await tree.getByText('b.rs').waitFor();

    const ring = '.viewed-progress-ring';
    const [leftBefore, rightBefore] = await halves(page, ring);
    expect(leftBefore).toBe(rightBefore);
    await page.getByRole('region', { name: 'Changed files' }).focus();
    await page.keyboard.press('v');
    await page.getByText('1 of 2 viewed').first().waitFor();
    const [left, done] = await halves(page, ring);
    expect([left, done === leftBefore]).toEqual([leftBefore, false]);

    const [highlight, canvas] = [
      await systemColour(page, 'Highlight'),
      await systemColour(page, 'Canvas'),
    ];
    expect(highlight).not.toBe(canvas);
    await page.getByRole('button', { name: '0 findings', exact: true }).click();
    await page.getByRole('tab', { name: /^Findings/u, selected: true }).waitFor();
    const tab = (isSelected: boolean) =>
      styleOf(page, `.panel-tabs > .tab[aria-selected='${isSelected}']`, 'border-bottom-color');
    await expect.poll(async () => [await tab(true), await tab(false)]).toEqual([highlight, canvas]);
    await expect
      .poll(() => styleOf(page, `[role='treeitem'][aria-selected='true']`, 'outline-color'))
      .toBe(highlight);
    const files = page.getByRole('button', { name: /^Show or hide the outline/u });
    const ground = () => files.evaluate((button) => getComputedStyle(button).backgroundColor);
    await expect.poll(ground).toBe(highlight);
    await files.click();
    await page
      .getByRole('button', { name: /^Show or hide the outline/u, pressed: false })
      .waitFor();
    await expect.poll(ground).not.toBe(highlight);
    await reviews.close(session);
  });

  it('the dashboard shows which view is open', async () => {
    const galley = await startSupervisor(await coldHome());
    const { page } = await openPage(
      browser,
      dashboardAddress(galley.supervisor.url, galley.supervisor),
      forced,
    );
    await page.getByRole('tab', { name: 'System' }).waitFor();
    const tab = (isSelected: boolean) =>
      styleOf(page, `.tab[aria-selected='${isSelected}']`, 'border-bottom-color');
    const colours = [await systemColour(page, 'Highlight'), await systemColour(page, 'Canvas')];
    await expect.poll(async () => [await tab(true), await tab(false)]).toEqual(colours);
    await galley.stop();
  });
});
