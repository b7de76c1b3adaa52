import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, CDPSession, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { allViolations, colourViolations, emulateMedia, openPage } from '../helpers/browser.ts';
import { decide, sendNow, submitReview } from '../helpers/decide.ts';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';
import { addFinding } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

const text = [
  '# The parser moves',
  'A paragraph with `code`, a [link](#steps) and **weight**.',
  '> [!WARNING]\n> It is slow at first.',
  '## Steps',
  '- [x] Read\n- [ ] Write',
  '| Name | Cost | Why |\n| ---- | ---- | --- |\n| read | 4 ms | TheFileIsOnADiskThatIsFarAwayFromHere |',
  '```ts\nexport const parse = (text: string) => text.split(",");\n```',
  'A footnote.[^1]',
  '[^1]: It stands below.',
].join('\n\n');

const patch = `diff --git a/src/a.ts b/src/a.ts
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,4 @@
 const one = 1;
-const two = 2;
+const two = 'two';
+const three = 3;
 export { one, two };
diff --git a/src/new.ts b/src/new.ts
new file mode 100644
--- /dev/null
+++ b/src/new.ts
@@ -0,0 +1,1 @@
+export const fresh = true;
`;

beforeAll(async () => {
  await writeFile(join(reviews.folder, 'text.md'), text);
  await writeFile(join(reviews.folder, 'change.patch'), patch);
});

const modes = {
  plan: ['plan', 'text.md'],
  document: ['document', 'text.md'],
  review: ['review', '--patch', 'change.patch'],
} as const;
type Mode = keyof typeof modes;

/** Waits until all findings and comments are there. */
const isFull = async (page: Page, mode: Mode, comments: RegExp): Promise<void> => {
  await page
    .locator(mode === 'review' ? 'diffs-container [data-file-id]' : 'main [data-block]')
    .first()
    .waitFor();
  await page.getByRole('button', { name: /^2 findings/u }).waitFor();
  await page.getByRole('button', { name: comments }).waitFor();
};

/** A page with findings and a comment, for all tests of a mode. */
const openFull = async (mode: Mode, options: BrowserContextOptions) => {
  const waiting = await reviews.openAwaited([...modes[mode], '--key', 'everyone']);
  const watched = await openPage(browser, waiting.session.url, options);
  const { page } = watched;
  const finding =
    mode === 'review'
      ? {
          scope: 'line',
          filePath: 'src/a.ts',
          lineStart: 2,
          lineEnd: 2,
          side: 'new',
          type: 'concern',
        }
      : { type: 'COMMENT', originalText: 'A paragraph' };
  const sent = [
    { source: 'lint', author: 'eslint', text: 'Why?', ...finding },
    {
      source: 'scan',
      text: 'On the whole.',
      ...(mode === 'review' ? { scope: 'general' } : { type: 'GLOBAL_COMMENT' }),
    },
  ];
  for (const one of sent)
    expect(await addFinding(waiting.session.url, one)).toMatchObject({ status: 201 });
  await isFull(page, mode, /^0 comments/u);
  await page.keyboard.press('g');
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('A comment.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: /^1 comment/u }).waitFor();
  return { ...waiting, ...watched };
};

const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'high contrast': { colorScheme: 'light', contrast: 'more' },
  'high contrast, dark': { colorScheme: 'dark', contrast: 'more' },
  'forced colours': { forcedColors: 'active' },
} as const satisfies Record<string, BrowserContextOptions>;

const noLook = { colorScheme: 'light', contrast: 'no-preference', forcedColors: 'none' } as const;

const changeLook = (page: Page, look: keyof typeof looks): Promise<void> =>
  emulateMedia(page, { ...noLook, ...looks[look] });

/** Opens every dialog and menu, and checks each in every look. */
const lookAround = async (page: Page): Promise<void> => {
  /** Of what has been looked at before, only the parts that have changed are looked at for their colours. */
  const look = async (what: string, changed?: string) => {
    for (const name of Object.keys(looks) as (keyof typeof looks)[]) {
      await changeLook(page, name);
      // The first tells all that is not about colours.
      const found = name === 'light' ? allViolations(page) : colourViolations(page, changed);
      expect(await found, `${what}, ${name}`).toEqual([]);
    }
  };
  await look('comments, and a finding that is closed');
  await page.keyboard.press('n');
  await page.getByRole('tab', { name: /Findings/u, selected: true }).waitFor();
  await page.getByText('Why?').first().waitFor();
  // Skips the general comment.
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  await page.locator('main .finding-body').waitFor();
  await look('the list of findings, and one that is open', 'aside, .finding, .top-bar');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await look('keys', '[role=dialog]');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Shift+Enter');
  await page.getByRole('dialog').waitFor();
  await look('decision', '[role=dialog], .top-bar');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

interface Metrics {
  readonly width: number;
  readonly height: number;
  readonly deviceScaleFactor: number;
}
const sizes = {
  'a zoom of 200 %': { width: 640, height: 400, deviceScaleFactor: 2 },
  'a telephone': { width: 360, height: 640, deviceScaleFactor: 1 },
} as const satisfies Record<string, Metrics>;
type Size = keyof typeof sizes;

/** The visible part of an element, 0 to 1. */
const shownPart = (locator: Locator): Promise<number> =>
  locator.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        new IntersectionObserver(([entry]) => resolve(entry?.intersectionRatio ?? 0)).observe(
          element,
        );
      }),
  );

describe.each(Object.keys(modes) as Mode[])('a %s', { timeout: 240_000 }, (mode) => {
  let full: Awaited<ReturnType<typeof openFull>>;
  let page: Page;
  let device: CDPSession;
  // A page of Playwright cannot change its scale.
  const resize = (metrics: Metrics) =>
    device.send('Emulation.setDeviceMetricsOverride', { mobile: false, ...metrics });
  beforeAll(async () => {
    full = await openFull(mode, { reducedMotion: 'reduce' });
    ({ page } = full);
    device = await page.context().newCDPSession(page);
  });

  it('is printed without the frame around it', async () => {
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    for (const name of ['Search', 'View'])
      await page.locator(`[aria-label="${name}"]`).first().waitFor({ state: 'hidden' });
    await page.locator('[aria-haspopup="dialog"]').waitFor({ state: 'hidden' });
    await page.locator('aside, nav').first().waitFor({ state: 'hidden' });
    await page.emulateMedia({ media: null });
  });

  if (mode === 'plan')
    it('does not move with reduced motion', async () => {
      const durations = await page.evaluate(() =>
        [...document.querySelectorAll('*')].flatMap((element) => {
          const { animationDuration, transitionDuration } = getComputedStyle(element);
          return [animationDuration, transitionDuration].flatMap((all) => all.split(','));
        }),
      );
      expect(durations.length).toBeGreaterThan(100);
      expect(durations.map((duration) => Number.parseFloat(duration)).every((s) => s < 0.001)).toBe(
        true,
      );
      // However short, a transition of each property in each element takes its time.
      const started = await page.evaluate(() => {
        const { dataset } = document.documentElement;
        document.getAnimations();
        dataset['theme'] = 'dark';
        const { length } = document.getAnimations();
        delete dataset['theme'];
        return length;
      });
      expect(started).toBe(0);
    });

  if (mode === 'review')
    it.each(['light', 'dark', 'forced colours'] as const)(
      'has a focus ring on all sides, in %s',
      async (look) => {
        await changeLook(page, look);
        const code = page.locator('.diff-view');
        await code.evaluate((element) => (element as HTMLElement).blur());
        const { x, y, width } = (await code.boundingBox()) ?? { x: 0, y: 0, width: 0 };
        // Next to the header, above it, and next to the lines.
        const edges = [
          { x: x + width / 2, y, width: 40, height: 2 },
          { x, y: y + 10, width: 2, height: 20 },
          { x: x + width - 2, y: y + 10, width: 2, height: 20 },
          { x, y: y + 60, width: 2, height: 20 },
        ];
        const edgesSeen = () => Promise.all(edges.map((clip) => page.screenshot({ clip })));
        const before = await edgesSeen();
        await page.keyboard.press('Shift');
        await code.focus();
        const differ = async () =>
          (await edgesSeen()).map((shot, at) => !shot.equals(before[at] ?? shot));
        await expect.poll(differ).toEqual(edges.map(() => true));
      },
    );

  it('is accessible in every look', async () => {
    await lookAround(page);
  });

  describe.each(Object.keys(sizes) as Size[])('on %s', (size) => {
    const isSmall = size === 'a telephone';
    beforeAll(async () => {
      await page.emulateMedia({ ...noLook, reducedMotion: 'no-preference' });
      await resize(sizes[size]);
      await page.reload();
      await isFull(page, mode, isSmall ? /^2 comments/u : /^1 comment/u);
    });

    it('fits', async () => {
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(overflow).toBeLessThanOrEqual(0);
      for (const [name, state] of [
        ['Show or hide the outline or the files', 'aria-pressed'],
        ['2 findings', 'aria-expanded'],
      ] as const) {
        const button = page.getByRole('button', { name: new RegExp(`^${name}`, 'u') });
        const isOpen = (await button.getAttribute(state)) === 'true';
        if (!isOpen) await button.click();
        await expect.poll(overflow).toBeLessThanOrEqual(0);
        await button.click();
      }
      await page.keyboard.press('j');
      await page.keyboard.press('c');
      const field = page.locator('main textarea:focus');
      await field.waitFor();
      const words = `Some words about it, in ${size}, on which a card can break.`;
      await page.keyboard.type(words);
      // It scrolls into view once its size is known.
      await expect.poll(() => shownPart(field)).toBe(1);
      await expect.poll(() => shownPart(page.getByRole('button', { name: 'Add comment' }))).toBe(1);
      await page.keyboard.press('Control+Enter');
      const card = page
        .locator('main')
        .getByRole('article', { name: 'Your comment' })
        .filter({ hasText: words });
      await card.waitFor();
      await expect.poll(() => shownPart(card)).toBe(1);
      await expect.poll(async () => (await card.boundingBox())?.width).toBeGreaterThan(200);
      await expect.poll(overflow).toBeLessThanOrEqual(0);
    });

    if (isSmall && mode !== 'review')
      it('can be scrolled sideways by keyboard where it is too wide', async () => {
        const table = page.getByRole('table', { name: 'Table, scrolls sideways' });
        const code = page.getByRole('group', { name: 'Code, scrolls sideways' });
        await Promise.all([table.waitFor(), code.waitFor()]);
        expect(await allViolations(page)).toEqual([]);
        await code.focus();
        await page.keyboard.press('ArrowRight');
        await expect.poll(() => code.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
        await resize({ width: 1280, height: 800, deviceScaleFactor: 1 });
        await expect.poll(() => page.locator('main :is(pre, table)[tabindex]').count()).toBe(0);
        await expect.poll(() => page.locator('main pre[role]').count()).toBe(0);
        await resize(sizes[size]);
        expect(full.problems).toEqual([]);
      });

    if (isSmall && mode === 'review')
      it('has a unified view, and a split view in a wide window', async () => {
        const choice = page.getByRole('button', { name: /^Switch between split/u });
        const columns = page.locator('diffs-container [data-additions]');
        await page.locator('diffs-container [data-unified]').first().waitFor();
        await expect
          .poll(async () => [await choice.count(), await columns.count()])
          .toEqual([0, 0]);
        await page.locator('.diff-view').focus();
        await page.keyboard.press('s');
        await resize({ width: 1440, height: 640, deviceScaleFactor: 1 });
        await choice.waitFor();
        await expect.poll(() => columns.count()).toBe(0);
        await resize({ width: 1600, height: 640, deviceScaleFactor: 1 });
        await columns.first().waitFor();
        await resize(sizes[size]);
      });

    it('can be decided', async () => {
      if (!isSmall) {
        // For the next size; longer than a busy machine takes to click a button.
        await call(`${full.session.url}${sessionPath('changeConfig')}`, {
          method: 'POST',
          body: { undoSeconds: 60 },
        });
        await submitReview(page);
        await page.getByRole('button', { name: 'Undo' }).click();
        await page.locator('.end-screen').waitFor({ state: 'detached' });
        return;
      }
      await decide(page);
      expect(JSON.parse((await full.ended).output)).toMatchObject({
        outcome: mode === 'plan' ? 'denied' : 'feedback',
      });
    });
  });
});

describe('for everyone', { timeout: 240_000 }, () => {
  it('a document can be reviewed with the keyboard alone', async () => {
    const { session, ended } = await reviews.review(['document', 'text.md', '--key', 'keyboard']);
    const { page, problems } = await openPage(browser, session.url);
    await page.locator('main [data-block]').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('By the keyboard.');
    await page.keyboard.press('Control+Enter');
    await page
      .getByRole('article', { name: 'Your comment' })
      .getByText('By the keyboard.')
      .waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('footnote');
    await page.getByRole('search').getByText(/match/u).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Control+Enter');
    await sendNow(page);
    const { code, output } = await ended;
    expect(code).toBe(10);
    expect(JSON.parse(output)).toMatchObject({ comments: [{ text: 'By the keyboard.' }] });
    expect(problems).toEqual([]);
  });
});
