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

/** The colours in the middle of the left and of the right half of an element, as they are painted. */
const halves = async (page: Page, selector: string): Promise<string[]> => {
  const picture = (await page.locator(selector).first().screenshot()).toString('base64');
  // The page's security policy lets it load no such picture.
  const { page: blank } = await openPage(browser, 'about:blank');
  return blank.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(image, 0, 0);
    return [0.25, 0.75].map((part) =>
      String(context?.getImageData(part * width, height / 2, 1, 1).data),
    );
  }, picture);
};

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
    const ground = '255,255,255,255';
    expect(await halves(page, bar)).toEqual([ground, ground]);
    await page.getByRole('region', { name: 'Changed files' }).focus();
    await page.keyboard.press('v');
    await page.getByText('1 of 2 viewed').first().waitFor();
    const [done, left] = await halves(page, bar);
    expect([done === ground, left]).toEqual([false, ground]);

    const [highlight, canvas] = [
      await systemColour(page, 'Highlight'),
      await systemColour(page, 'Canvas'),
    ];
    expect(highlight).not.toBe(canvas);
    const tab = (isSelected: boolean) =>
      styleOf(page, `.panel-tab[aria-selected='${isSelected}']`, 'border-bottom-color');
    expect([await tab(true), await tab(false)]).toEqual([highlight, canvas]);
    const buttonGround = (isPressed: boolean) =>
      styleOf(page, `.top-bar .button[aria-pressed='${isPressed}']`, 'background-color');
    expect(await buttonGround(true)).toBe(highlight);
    expect(await buttonGround(false)).not.toBe(highlight);
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
