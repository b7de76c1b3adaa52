import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { highlightThemes, readableColors } from '../../shared/highlight-options.ts';
import { allViolations, openPage } from '../helpers/browser.ts';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

/** WCAG 2.2, 1.4.3: required for text of this size. */
const enough = 4.5;

const patch = `diff --git a/src/a.ts b/src/a.ts
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,3 @@
 const one = 1; // first
-const two = 2; // second
+export let two = 'two'; // second
 export { one, two };
`;

/** Token colours of a theme. */
const tokenColors = async (theme: 'light' | 'dark'): Promise<string[]> => {
  const path = createRequire(import.meta.url).resolve(`@shikijs/themes/${highlightThemes[theme]}`);
  const source = await readFile(path, 'utf8');
  const { tokenColors: tokens } = JSON.parse(
    JSON.parse(/JSON\.parse\(("(?:[^"\\]|\\.)*")\)/u.exec(source)?.[1] ?? '""') as string,
  ) as { tokenColors: { settings: { foreground?: string; background?: string } }[] };
  const colors = tokens.flatMap(({ settings: { foreground, background } }) =>
    foreground === undefined || background !== undefined ? [] : [foreground.toLowerCase()],
  );
  return [...new Set(colors)].map((color) => readableColors[color] ?? color);
};

/** Backgrounds of code: layers of colours, bottom first. */
const grounds = (page: Page, selector: string): Promise<string[][]> =>
  page.evaluate((wanted) => {
    const layers: string[][] = [];
    for (const file of document.querySelectorAll('diffs-container'))
      for (const line of file.shadowRoot?.querySelectorAll(wanted) ?? []) {
        const ground = getComputedStyle(line).backgroundColor;
        layers.push([ground]);
        for (const word of line.querySelectorAll('[data-diff-span]'))
          layers.push([ground, getComputedStyle(word).backgroundColor]);
      }
    return layers;
  }, selector);

/**
 * The line numbers of each type of line, with the colours that they have where they are selected. Found and read in one
 * step: lines are drawn again whenever a selection or colours arrive.
 */
const numbersAsSelected = (page: Page) =>
  page.evaluate(() => {
    const files = [...document.querySelectorAll('diffs-container')];
    const numbers = files.flatMap(({ shadowRoot }) => [
      ...(shadowRoot?.querySelectorAll('[data-column-number]') ?? []),
    ]);
    return numbers.map((number) => {
      const isSelected = number.hasAttribute('data-selected-line');
      number.toggleAttribute('data-selected-line', true);
      const { color, backgroundColor: ground } = getComputedStyle(number);
      number.toggleAttribute('data-selected-line', isSelected);
      return { type: number.getAttribute('data-line-type') ?? '', color, ground };
    });
  });

/** The lowest contrast of any of the colours on any of the backgrounds. */
const leastContrast = (page: Page, colors: string[], layers: string[][]): Promise<number> =>
  page.evaluate(
    ([texts, stacks]) => {
      const context = document.createElement('canvas').getContext('2d', {
        willReadFrequently: true,
      });
      if (context === null) throw new Error('there is no canvas');
      const luminance = (stack: readonly string[]): number => {
        for (const color of stack) {
          context.fillStyle = color;
          context.fillRect(0, 0, 1, 1);
        }
        const linear = [...context.getImageData(0, 0, 1, 1).data].map((byte) =>
          byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
        );
        const [red = 0, green = 0, blue = 0] = linear;
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const contrasts = stacks.flatMap((stack) =>
        texts.map((text) => {
          const [low = 0, high = 0] = [luminance(stack), luminance([text])].toSorted(
            (a, b) => a - b,
          );
          return (high + 0.05) / (low + 0.05);
        }),
      );
      return Math.min(...contrasts);
    },
    [colors, layers] as const,
  );

const stand = async (page: Page): Promise<void> => {
  await page.keyboard.press('j');
  await page.locator('diffs-container [data-line][data-selected-line]').first().waitFor();
};

let url: string;
const changeView = async (diffView: string): Promise<void> => {
  const request = { method: 'POST', body: { diffView } };
  expect((await call(`${url}${sessionPath('changeConfig')}`, request)).status).toBe(200);
};

beforeAll(async () => {
  await writeFile(join(reviews.folder, 'change.patch'), patch);
  ({ url } = await reviews.open(['review', '--patch', 'change.patch']));
});

describe.each(['light', 'dark'] as const)('code in %s', { timeout: 240_000 }, (theme) => {
  let page: Page;
  beforeAll(async () => {
    await changeView('auto');
    ({ page } = await openPage(browser, url, { colorScheme: theme }));
    await page.locator('diffs-container [data-line] span[style]').first().waitFor();
  });

  it('is readable in each of its colours, also when selected', async () => {
    const colors = await tokenColors(theme);
    expect(colors.length).toBeGreaterThan(8);
    const least = async () => leastContrast(page, colors, await grounds(page, '[data-line]'));
    await expect.poll(least).toBeGreaterThan(enough);
    await stand(page);
    const selected = () => grounds(page, '[data-selected-line][data-line]');
    await expect.poll(async () => (await selected()).length).toBeGreaterThan(2);
    expect(await leastContrast(page, colors, await selected())).toBeGreaterThan(enough);
    let numbers: Awaited<ReturnType<typeof numbersAsSelected>> = [];
    await expect
      .poll(async () => {
        numbers = await numbersAsSelected(page);
        return new Set(numbers.map(({ type }) => type)).size;
      })
      .toBe(3);
    for (const { type, color, ground } of numbers)
      expect(await leastContrast(page, [color], [[ground]]), type).toBeGreaterThan(enough);
  });

  it.each(['split', 'unified'])('is accessible where it is focused, %s', async (layout) => {
    await changeView(layout);
    const columns = page.locator('diffs-container [data-additions]');
    await expect.poll(async () => (await columns.count()) > 0).toBe(layout === 'split');
    await page.locator('diffs-container [data-line] span[style]').first().waitFor();
    await stand(page);
    expect(await allViolations(page)).toEqual([]);
  });

  it('is readable in search matches', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('two');
    await page.getByRole('search').getByText(/match/u).waitFor();
    for (const mark of ['search', 'search-current']) {
      const { color, ground } = await page
        .locator('diffs-container [data-line] span[style]')
        .first()
        .evaluate((element, name) => {
          const style = getComputedStyle(element, `::highlight(${name})`);
          return { color: style.color, ground: style.backgroundColor };
        }, mark);
      expect(await leastContrast(page, [color], [[ground]]), mark).toBeGreaterThan(enough);
    }
  });
});
