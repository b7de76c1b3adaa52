import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, seriousViolations } from '../helpers/browser.ts';
import { chooseOfFile, codeOf, commentOn, lineNumber } from '../helpers/code.ts';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';
import { Repository } from '../helpers/repository.ts';
import { sharedReview } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

/** In a language whose grammar is small, since many pages highlight it. */
const numbered = (word: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${word}${at + 1} = ${at + 1}\n`).join('');

const { reviews, browser } = await reviewsInBrowser();

const patiently = { timeout: 30_000 };

const openSession = (cwd: string, ...args: string[]) => reviews.open(['review', ...args], cwd);

const tickOf = (page: Page, name: string): Locator =>
  codeOf(page, name).getByRole('checkbox', { name: 'Viewed' });

describe('a change of code', { timeout: 120_000 }, () => {
  const wide = `wide = '${'words '.repeat(20)}'\n`;
  let own: Repository;
  beforeAll(() => {
    own = new Repository();
    own.write('src/long.toml', numbered('n', 120));
    own.write('src/lost.toml', numbered('lost', 3));
    own.write('src/wide.toml', wide.repeat(12));
    own.commit('first');
    change();
    own.write('src/new.toml', numbered('new', 3));
    own.write('src/wide.toml', `${wide.repeat(11)}last = 1\n`);
    own.git('rm', '--quiet', 'src/lost.toml');
  });
  afterAll(() => own.remove());
  const change = () =>
    own.write('src/long.toml', numbered('n', 120).replace('n60 = 60', "n60 = 'sixty'"));
  const share = sharedReview(() => openSession(own.path));
  const openShared = async () => {
    const watched = await openPage(browser, (await share()).url, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    watched.page.setDefaultTimeout(patiently.timeout);
    const code = codeOf(watched.page, 'long.toml');
    await code.getByText('sixty').waitFor();
    return { ...watched, code };
  };

  it('shows no lines outside of the patch, with an explanation, if the file has changed', async () => {
    const { page, code } = await openShared();
    own.write('src/long.toml', numbered('other', 120));
    await code.getByRole('button', { name: 'Show 20 more lines above' }).click();
    await page.getByText('This file is no longer what was compared').waitFor();
    await code.getByText('sixty').waitFor();
    change();
  });

  it('has rare commands of a file in a menu, also on a phone, and tells what happened to the file', async () => {
    const { page, problems, code } = await openShared();
    for (const [name, status, badge] of [
      ['new.toml', 'added', 'Added'],
      ['lost.toml', 'deleted', 'Deleted'],
    ] as const) {
      const row = page.getByRole('treeitem', { name: new RegExp(name, 'u') });
      await row.getByRole('img', { name: status }).locator('svg').waitFor();
      await codeOf(page, name).getByText(badge, { exact: true }).waitFor();
    }
    const more = code.getByRole('button', { name: 'More for src/long.toml' });
    await more.click();
    const whole = page.getByRole('menuitem', { name: 'Show the whole file' });
    await whole.waitFor();
    expect(await whole.locator('kbd').textContent()).toBe('Shift + E');
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await more.and(page.locator(':focus')).waitFor();
    await chooseOfFile(code, 'Copy path');
    await page.getByText('Path copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('src/long.toml');
    await chooseOfFile(code, 'Show the whole file');
    await lineNumber(code, 1).waitFor();

    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('region', { name: 'Changed files' }).focus();
    await page.keyboard.press('Escape');
    await page.getByRole('tree').waitFor({ state: 'detached' });
    for (const control of [
      code.getByRole('button', { name: /^Comment on src/u }),
      tickOf(page, 'long.toml'),
      more,
    ])
      await expect
        .poll(async () => {
          const { x = 400, width = 0 } = (await control.boundingBox()) ?? {};
          return x + width;
        })
        .toBeLessThanOrEqual(390);
    await page.keyboard.press(']');
    const badge = codeOf(page, 'lost.toml').getByText('Deleted', { exact: true });
    await expect.poll(() => badge.evaluate((word) => word.scrollWidth - word.clientWidth)).toBe(0);
    expect(problems).toEqual([]);
  });

  it('shows lines outside of the patch: above, between, below and in full, for comments as well', async () => {
    const { page, problems, code } = await openShared();
    expect(await lineNumber(code, 56).count()).toBe(0);
    // Line numbers are beside the lines; the header shows the enclosing function.
    await expect
      .poll(() => code.locator('[data-separator-wrapper]').first().textContent())
      .toBe('Expand 56 linesn56 = 56');
    await code.getByRole('button', { name: 'Show 20 more lines above' }).click();
    await lineNumber(code, 37).waitFor();
    await page.getByRole('region', { name: 'Changed files' }).focus();
    await page.keyboard.press('s');
    await code.locator('[data-deletions]').first().waitFor();
    await commentOn(code, 40);
    await code.getByRole('textbox', { name: 'Comment', exact: true }).fill('Around the change.');
    await page.keyboard.press('Control+Enter');
    await code.getByText('Around the change.').waitFor();
    await expect
      .poll(() =>
        code
          .getByText('Around the change.')
          .evaluate((element) => element.closest('[slot]')?.getAttribute('slot')),
      )
      .toBe('annotation-additions-40');
    await code.getByRole('button', { name: 'Show 20 more lines above' }).click();
    await lineNumber(code, 17).waitFor();
    await code.getByRole('button', { name: 'Expand 16 lines' }).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await chooseOfFile(code, 'Show only the changes');
    await lineNumber(code, 37).waitFor({ state: 'detached' });
    await code.getByRole('button', { name: 'Show more below' }).click();
    await lineNumber(code, 83).waitFor();
    await page.getByRole('region', { name: 'Changed files' }).focus();
    await page.keyboard.press('Shift+E');
    await lineNumber(code, 83).waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+E');
    await lineNumber(code, 1).waitFor();
    // What is shown is also found, and not covered by the tree.
    await page.setViewportSize({ width: 900, height: 700 });
    await page.keyboard.press('/');
    await page.keyboard.type('n1 = 1');
    await page.getByText('1 match', { exact: true }).waitFor();
    await page.getByRole('tree').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await code.locator('[data-selected-line]', { hasText: 'n1 = 1' }).first().waitFor();
    await page.getByRole('tree').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  it('has headers of hunks that the other side does not cover when lines wrap', async () => {
    const setView = async (diffView: string) =>
      call(`${(await share()).url}${sessionPath('changeConfig')}`, {
        method: 'POST',
        body: { diffView },
      });
    await setView('split');
    const { page } = await openShared();
    await page.getByRole('treeitem', { name: /wide\.toml/u }).click();
    await codeOf(page, 'wide.toml').getByText('last').waitFor();
    await codeOf(page, 'wide.toml').locator('[data-deletions]').first().waitFor();
    const isOnTop = () =>
      codeOf(page, 'wide.toml')
        .locator('[data-separator-wrapper]')
        .first()
        .evaluate((header) => {
          const other = header.getRootNode() as ShadowRoot;
          const { left, right } =
            other.querySelector('[data-additions] [data-gutter]')?.getBoundingClientRect() ??
            new DOMRect();
          const { top, height, right: end } = header.getBoundingClientRect();
          const seen = other.elementFromPoint((left + right) / 2, top + height / 2);
          return end > right && header.contains(seen);
        });
    await expect.poll(isOnTop, patiently).toBe(true);
    await setView('auto');
    // Everything listed works here, and is listed once.
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const row = (title: string) =>
      help.locator('div').filter({ has: page.getByText(title, { exact: true }) });
    await row('Search all content').last().locator('kbd').nth(1).waitFor();
    expect(await help.getByText('Search all content').count()).toBe(1);
    expect(await help.getByText('Wrap long lines').count()).toBe(1);
    expect(await help.getByText('Select by words, forward').count()).toBe(0);
  });
});

describe('long lines and whitespace', { timeout: 120_000 }, () => {
  const spaced = ['src/a.toml', 'src/space.toml'];
  const long = (word: string) => `text = '${'many words '.repeat(30)}${word}'\n`;
  let own: Repository;
  beforeAll(() => {
    own = new Repository();
    own.write('src/a.toml', numbered('a', 60));
    own.write('src/space.toml', 'one = 1\ntwo = 2\n');
    own.write('src/words.toml', long('before'));
    for (const name of ['tool.sh', 'src/commands/deploy.sh']) own.write(name, 'echo\n');
    own.commit('first');
    own.write(
      'src/a.toml',
      numbered('a', 60).replace('a30 = 30', "a30 =  'thirty'").replace('a31 =', 'a31  ='),
    );
    own.write('src/space.toml', '  one = 1\n  two = 2\n');
    own.write('src/words.toml', long('after') + numbered('more', 60));
    own.write('src/commands/deploy.sh', 'echo deployed\n');
    for (const name of ['tool.sh', 'src/commands/deploy.sh'])
      chmodSync(`${own.path}/${name}`, 0o755);
  });
  afterAll(() => own.remove());
  const share = sharedReview(() => openSession(own.path));
  const openShared = async () => {
    const watched = await openPage(browser, (await share()).url);
    watched.page.setDefaultTimeout(patiently.timeout);
    return watched;
  };

  it('a long line has its changed words marked, can be wrapped, and mode changes are shown', async () => {
    const { page, problems } = await openShared();
    await page.getByRole('treeitem', { name: /words\.toml/u }).click();
    const code = codeOf(page, 'words.toml');
    const words = code.locator('[data-line-type="change-addition"] [data-diff-span]');
    await expect.poll(() => words.allTextContents(), patiently).toEqual(['after']);
    const isCutOff = () =>
      code
        .locator('code')
        .last()
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);
    await expect.poll(isCutOff, patiently).toBe(false);
    await page.keyboard.press('w');
    await expect.poll(isCutOff, patiently).toBe(true);
    // The own scrollbar is below the visible part.
    const bar = page.locator('.diff-side-scroll');
    await bar.waitFor();
    await bar.evaluate((element) => (element.scrollLeft = 300));
    const scrolledTo = () =>
      code
        .locator('code')
        .last()
        .evaluate(({ scrollLeft }) => scrollLeft);
    await expect.poll(scrolledTo, patiently).toBe(300);
    await page.keyboard.press('w');
    await expect.poll(isCutOff, patiently).toBe(false);
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('treeitem', { name: /tool\.sh/u }).click();
    await codeOf(page, 'tool.sh').getByText('Now executable.').waitFor();
    await page.getByRole('treeitem', { name: /deploy\.sh/u }).click();
    await page.getByRole('region', { name: 'Changed files' }).focus();
    await page.keyboard.press('o');
    // On a phone, the name of a file with a badge is readable, and its actions are reachable.
    await page.setViewportSize({ width: 390, height: 844 });
    const header = codeOf(page, 'deploy.sh').locator('.diff-header');
    await header.getByText('Now executable', { exact: true }).waitFor();
    const isWhole = ({ scrollWidth, clientWidth }: Element) => scrollWidth <= clientWidth;
    await expect.poll(() => header.locator('.diff-header-name').evaluate(isWhole)).toBe(true);
    for (const control of [
      header.getByRole('button', { name: /^Comment/u }),
      header.locator('label'),
    ])
      await expect
        .poll(async () => {
          const { x = 400, width = 0 } = (await control.boundingBox()) ?? {};
          return x + width;
        }, patiently)
        .toBeLessThanOrEqual(390);
    expect(problems).toEqual([]);
  });

  it('the text in an editor is kept across a reload, however long its line is', async () => {
    // Alone: nothing above it may move it while it is pointed at.
    const alone = new Repository();
    alone.write('data.json', '{}\n');
    alone.commit('first');
    alone.write('data.json', `{ "numbers": [${'12345, '.repeat(15_000)}6] }\n`);
    const { page } = await openPage(browser, (await openSession(alone.path)).url);
    page.setDefaultTimeout(patiently.timeout);
    const code = codeOf(page, 'data.json');
    await (await commentOn(code, 1)).fill('Words on a long line.');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    const editor = code.getByRole('textbox', { name: 'Comment', exact: true });
    await expect.poll(() => editor.inputValue(), patiently).toBe('Words on a long line.');
    // It is not added yet, but counted and gone to as a comment.
    await page.getByRole('treeitem', { name: /1\s*comment/u }).waitFor();
    await code.getByTitle('Your comments').waitFor();
    await page.getByRole('region', { name: 'Changed files' }).focus();
    await page.keyboard.press('n');
    await code.locator('[data-selected-line]').first().waitFor();
    alone.remove();
  });

  const assertHides = async (page: Page) => {
    const space = codeOf(page, 'space.toml');
    await space.getByText('one').first().waitFor();
    await page.getByRole('region', { name: 'Changed files' }).focus();
    await page.keyboard.press('Shift+W');
    await space.getByText('Only whitespace has changed.').waitFor();
    const code = codeOf(page, 'a.toml');
    await code.getByText('thirty').waitFor();
    await page.getByRole('treeitem', { name: /a\.toml.*\+1.*−1/u }).waitFor();
    await page.keyboard.press('Shift+W');
    await space.getByText('one').first().waitFor();
    await page.getByRole('treeitem', { name: /a\.toml.*\+2.*−2/u }).waitFor();
  };

  it('whitespace can be hidden and shown in a repository, and comments stay', async () => {
    const { page, problems } = await openShared();
    const code = codeOf(page, 'a.toml');
    await code.getByText('thirty').waitFor();
    await commentOn(code, 30);
    await code.getByRole('textbox', { name: 'Comment', exact: true }).fill('Stay here.');
    await page.keyboard.press('Control+Enter');
    await assertHides(page);
    await code.getByText('Stay here.').waitFor();
    await expect
      .poll(() =>
        code
          .getByText('Stay here.')
          .evaluate((element) => element.closest('[slot]')?.getAttribute('slot')),
      )
      .toBe('annotation-additions-30');
    expect(problems).toEqual([]);
  });

  it('whitespace can be hidden and shown for a patch alone, but no code outside of it, which the page says', async () => {
    const patch = join(reviews.folder, 'whitespace.diff');
    own.git('diff', '--full-index', `--output=${patch}`, '--', ...spaced);
    const { url } = await openSession(reviews.folder, '--patch', patch);
    const { page, problems } = await openPage(browser, url);
    page.setDefaultTimeout(patiently.timeout);
    const code = codeOf(page, 'a.toml');
    await code.getByText('thirty').waitFor();
    await code.getByTitle('Only the patch is known').first().waitFor();
    expect(await code.getByRole('button', { name: /Show/u }).count()).toBe(0);
    await page.getByRole('button', { name: 'More for src/a.toml' }).click();
    await page.getByRole('menuitem', { name: 'Copy path' }).waitFor();
    expect(await page.getByRole('menuitem').count()).toBe(1);
    await page.keyboard.press('Escape');
    await assertHides(page);
    expect(problems).toEqual([]);
  });
});

describe('files that are not just code', { timeout: 120_000 }, () => {
  const svg = (size: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="20"><script>parent.document.title = 'run'</script></svg>\n`;
  // A GIF of 2 × 1 pixels.
  const gif = Buffer.from('R0lGODlhAgABAIAAAP///wAAACH5BAAAAAAALAAAAAACAAEAAAICRAoAOw==', 'base64');

  const picture = (colour: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="900"><rect width="9" height="9" fill="${colour}"/></svg>\n`;
  const pictures = Array.from({ length: 8 }, (_, at) => `picture-${at + 1}.svg`);
  let own: Repository;
  beforeAll(() => {
    own = new Repository();
    for (const name of pictures) own.write(name, picture('red'));
    own.write('a.svg', svg(30));
    own.write('b.gif', gif);
    own.write('c.png', 'no image, but a NUL: \0');
    own.write('.gitattributes', 'api.ts linguist-generated\n');
    own.write('package-lock.json', '{"a": 1}\n');
    own.write('api.ts', 'export const one = 1;\n');
    own.write('old.toml', numbered('n', 40));
    own.commit('first');
    for (const name of pictures) own.write(name, picture('blue'));
    own.write('package-lock.json', '{"a": "locked"}\n');
    own.write('api.ts', 'export const one = "generated";\n');
    own.git('mv', 'old.toml', 'moved.toml');
    own.write('moved.toml', numbered('n', 40).replace('n20 = 20', "n20 = 'twenty'"));
    symlinkSync('moved.toml', `${own.path}/link`);
    own.write('a.svg', svg(40));
    own.write('b.gif', Buffer.concat([gif, Buffer.from([0])]));
    own.write('c.png', 'still no image: \0');
  });
  afterAll(() => own.remove());
  const share = sharedReview(() => openSession(own.path));

  it('can be navigated to at once, although their height is not known yet', async () => {
    const { page } = await openPage(browser, (await share()).url);
    page.setDefaultTimeout(patiently.timeout);
    await page.getByRole('treeitem', { name: /picture-6\.svg/u }).click();
    const header = page.locator('.diff-header', { hasText: 'picture-6.svg' });
    const below = async () =>
      ((await header.boundingBox())?.y ?? Infinity) -
      ((await page.locator('.diff-view').boundingBox())?.y ?? 0);
    await codeOf(page, 'picture-6.svg').getByText('600 × 900 px').first().waitFor();
    await expect.poll(below).toBeLessThan(30);
  });

  it('are set aside with a reason, or images side by side with their sizes, and run nothing', async () => {
    const { page, problems } = await openPage(browser, (await share()).url);
    page.setDefaultTimeout(patiently.timeout);
    // All of them but pictures are in view.
    await page.setViewportSize({ width: 1280, height: 2400 });
    const lock = codeOf(page, 'package-lock.json');
    await lock.getByText('Lock file').waitFor();
    await codeOf(page, 'api.ts').getByText('Generated').waitFor();
    expect(await lock.getByText('locked').count()).toBe(0);
    await lock.getByRole('button', { name: 'Expand package-lock.json' }).click();
    await lock.getByText('locked').waitFor();
    await codeOf(page, 'moved.toml')
      .getByRole('heading', { name: 'old.toml → moved.toml' })
      .waitFor();
    await codeOf(page, 'moved.toml')
      .getByText(/^Renamed · \d+%$/u)
      .waitFor();
    await codeOf(page, 'moved.toml').getByTitle('% unchanged').waitFor();
    await codeOf(page, 'link').getByText('A symbolic link').waitFor();
    const svgs = codeOf(page, 'a.svg');
    await svgs.getByText('30 × 20 px').waitFor();
    await svgs.getByText('40 × 20 px').waitFor();
    const gifs = codeOf(page, 'b.gif');
    await gifs.getByRole('img', { name: 'b.gif before the change' }).waitFor();
    await gifs.getByText(`2 × 1 px · ${gif.length} bytes`).waitFor();
    await gifs.getByText(`2 × 1 px · ${gif.length + 1} bytes`).waitFor();
    // Files are labelled binary only if they cannot be displayed.
    await gifs.getByText('Binary file changed.').waitFor({ state: 'hidden' });
    await codeOf(page, 'c.png').getByText('This image cannot be shown').first().waitFor();
    await codeOf(page, 'c.png').getByText('Binary file changed.').waitFor();
    expect(await page.title()).not.toBe('run');
    expect(await page.locator('script:not([src])').count()).toBe(0);
    expect(await seriousViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
