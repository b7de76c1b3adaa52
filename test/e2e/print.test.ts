import { expect, it } from 'vitest';
import { openDocumentPage } from '../helpers/document-page.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';
import { call } from '../helpers/supervisor.ts';

const { reviews, browser } = await reviewsInBrowser();

it.each(['system', 'light', 'dark'] as const)(
  'prints dark words on a light ground with the theme "%s"',
  async (theme) => {
    const { page, session } = await openDocumentPage({
      reviews,
      browser,
      name: `${theme}.md`,
      text: '# Title\n\nA paragraph.\n',
      options: { colorScheme: 'dark' },
    });
    await call(`${session.url}/api/config`, { method: 'POST', body: { theme } });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset['theme'] ?? 'system'))
      .toBe(theme);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const colours = await page.evaluate(() => [
      getComputedStyle(document.documentElement).backgroundColor,
      getComputedStyle(document.querySelector('[data-block]') ?? document.body).color,
    ]);
    expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(27, 31, 36)']);
  },
);
