import { beforeAll, expect, it } from 'vitest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPage } from '../helpers/browser.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const patch = `diff --git a/part.ts b/part.ts
--- a/part.ts
+++ b/part.ts
@@ -1,2 +1,2 @@
 export const kept = 1;
-export const value = 1;
+export const value = 2;
`;

const { reviews, browser } = await reviewsInBrowser();

const urls = { plan: '', review: '' };
beforeAll(async () => {
  await writeFile(join(reviews.folder, 'plan.md'), '# A plan\n');
  await writeFile(join(reviews.folder, 'change.diff'), patch);
  urls.plan = (await reviews.open(['plan', 'plan.md'])).url;
  urls.review = (await reviews.open(['review', '--patch=change.diff'])).url;
});

/** Whether a chunk was requested after first paint; undefined if it was not requested yet. */
const isBehind = (part: string) => `(() => {
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const script = performance.getEntriesByType('resource').find(({ name }) =>
    name.includes('/${part}-') && name.endsWith('.js'));
  return script === undefined ? undefined : script.startTime >= paint.startTime;
})()`;

it.each([
  ['plan', ['document-parts']],
  ['review', ['changed-files']],
] as const)(
  'a %s fetches what its first paint does not need after it',
  async (mode, parts) => {
    const { page } = await openPage(browser, urls[mode]);
    for (const part of ['decision-parts', 'frame-parts', ...parts])
      await expect
        .poll(() => page.evaluate<boolean | undefined>(isBehind(part)), { timeout: 30_000 })
        .toBe(true);
  },
  120_000,
);

/** The loaded font faces, and whether code has ligatures where it is read. */
const typeOf = `(() => {
  const read = [...document.querySelectorAll('main *'), ...[...document.querySelectorAll('diffs-container')]
    .flatMap(({ shadowRoot }) => [...shadowRoot.querySelectorAll('[data-line], [data-line] *')])];
  return {
    faces: [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family).sort(),
    ligatures: [...new Set(read.map((element) => getComputedStyle(element).fontVariantLigatures))],
  };
})()`;

it.each([
  ['plan', '[data-block]'],
  ['review', 'diffs-container [data-line]'],
] as const)(
  'a %s loads its own fonts, without ligatures',
  async (mode, read) => {
    const { page, problems } = await openPage(browser, urls[mode]);
    await page.locator(read).first().waitFor();
    await expect
      .poll(() => page.evaluate(typeOf))
      .toEqual({ faces: ['Inter Variable', 'JetBrains Mono Variable'], ligatures: ['none'] });
    expect(problems).toEqual([]);
  },
  120_000,
);
