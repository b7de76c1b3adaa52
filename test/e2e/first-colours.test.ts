import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DiffColours } from '../../shared/session/diff-colours.ts';
import { openNewPage, openPage } from '../helpers/browser.ts';
import { codeLine, codeOf } from '../helpers/code.ts';
import { holdRequests, type HeldRequest } from '../helpers/hold-requests.ts';
import { sessionPath } from '../helpers/paths.ts';
import { Repository } from '../helpers/repository.ts';
import { call } from '../helpers/http-call.ts';
import { until } from '../helpers/until.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

/**
 * More lines than the server highlights, one in ten of them changed: many hunks. In a language whose grammar is small,
 * since each page starts a highlighter.
 */
const lines = 200;
const source = (value: (line: number) => string) =>
  Array.from({ length: lines }, (_, at) => {
    const line = at + 1;
    return `name${line} = ${line % 10 === 0 ? value(line) : line} # of many\n`;
  }).join('');
/** The first changed line, and the last. */
const [first, last] = [10, lines];

const { reviews, browser } = await reviewsInBrowser();
let repository: Repository;
let url: string;
beforeAll(async () => {
  repository = new Repository();
  repository.write('src/many.toml', source(String));
  repository.commit('first');
  repository.write(
    'src/many.toml',
    source((line) => `'line ${line}'`),
  );
  ({ url } = await reviews.open(['review'], repository.path));
  // The first run of the thread is slow on a busy machine; the result is cached.
  await until(
    'they are made',
    async () => {
      const { json } = await call(`${url}${sessionPath('getDiffColours')}`);
      return (json as DiffColours).files.length === 1;
    },
    30_000,
  );
});
afterAll(() => repository.remove());

const patiently = { timeout: 30_000 };

/** Opens the change, with a handler of the request for the server's highlighting. */
const openUnder = async (colours?: (request: HeldRequest) => Promise<unknown>): Promise<Page> => {
  const { page } = await openPage(browser, url, {
    prepare: async (one) => colours && holdRequests(one, sessionPath('getDiffColours'), colours),
  });
  page.setDefaultTimeout(patiently.timeout);
  return page;
};

const unavailable = { status: 503, body: '{}' };

/** Number of distinct colours in a line. */
const coloursOf = (page: Page, line: number): Promise<number> =>
  codeLine(codeOf(page, 'many.toml'), line)
    .first()
    .evaluate((element) => {
      const words = [...element.querySelectorAll('span')].filter(
        (span) => span.childElementCount === 0 && span.textContent.trim() !== '',
      );
      return new Set(words.map((word) => getComputedStyle(word).color)).size;
    });

const untilColoured = (page: Page, line: number): Promise<void> =>
  expect.poll(() => coloursOf(page, line), patiently).toBeGreaterThan(2);

/** The markup of the lines in the first two hunks. */
const markupOf = (page: Page): Promise<string[]> =>
  codeOf(page, 'many.toml')
    .locator('[data-line]')
    .evaluateAll((elements) => elements.slice(0, 16).map((element) => element.outerHTML));

describe('the first highlighting', { timeout: 240_000 }, () => {
  describe('without any worker of the page', () => {
    /** Its highlight workers never answer. */
    let silent: Page;
    beforeAll(async () => {
      ({ page: silent } = await openNewPage(browser, 'about:blank'));
      await silent.addInitScript(() => {
        const post = Reflect.get(Worker.prototype, 'postMessage') as (message: unknown) => void;
        Worker.prototype.postMessage = function postMessage(message: { type?: string }) {
          if (message.type !== 'diff') post.call(this, message);
        };
      });
    });

    it('comes from the server', async () => {
      await silent.goto(url);
      await untilColoured(silent, first);
      await untilColoured(silent, first + 10);
      // The page's additions to the library's rendering are there too, although nothing is redrawn.
      await codeOf(silent, 'many.toml').locator('[data-old-number]').first().waitFor();
      await expect.poll(async () => (await markupOf(silent)).join('')).toContain('data-diff-span');
      const shown = await markupOf(silent);
      const own = await openUnder((request) => request.answer(unavailable));
      await untilColoured(own, first);
      await expect.poll(() => markupOf(own)).toEqual(shown);
    });

    it('does not delay the code when it is late', async () => {
      let answer: () => void = () => undefined;
      const asked = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await holdRequests(silent, sessionPath('getDiffColours'), async (request) => {
        await asked;
        await request.proceed();
      });
      await silent.goto(url);
      await codeLine(codeOf(silent, 'many.toml'), first).first().waitFor();
      expect(await coloursOf(silent, first)).toBeLessThan(2);
      answer();
      await untilColoured(silent, first);
    });
  });

  it('is followed by that of the rest, which the page makes', async () => {
    const page = await openUnder();
    await untilColoured(page, first);
    await page.getByRole('region', { name: 'Changed files' }).focus();
    await page.keyboard.press('End');
    await untilColoured(page, last);
  });

  it.each<[string, (made: DiffColours) => DiffColours | undefined]>([
    ['no content', () => undefined],
    ['another version', (made) => ({ ...made, version: made.version + 1 })],
    [
      'tokens for a different text',
      (made) => ({
        ...made,
        files: made.files.map((file) => ({ ...file, additions: [[2, 0]] })),
      }),
    ],
    [
      'an invalid style',
      (made) => ({
        ...made,
        styles: made.styles.map(() => `--diffs-token-light:url(${sessionPath('exit')})`),
      }),
    ],
    [
      'a value that is not a number',
      (made) => ({
        ...made,
        files: made.files.map(({ id }) => ({ id, deletions: [], additions: [['<b>' as never]] })),
      }),
    ],
  ])('comes from the page if the response has %s', async (_, change) => {
    const page = await openUnder(async (request) => {
      const made = change((await call(request.url)).json as DiffColours);
      await request.answer(made === undefined ? unavailable : { body: JSON.stringify(made) });
    });
    await untilColoured(page, first);
    expect((await markupOf(page)).join('')).not.toMatch(/url\(|<b>/u);
  });
});
