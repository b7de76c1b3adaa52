import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Decision } from '../../shared/session/decision.ts';
import { openPage, seriousViolations } from '../helpers/browser.ts';
import { codeOf, commentOn, lineNumber, settledTop } from '../helpers/code.ts';
import { decide } from '../helpers/decide.ts';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';
import { Repository } from '../helpers/repository.ts';
import { addFinding, sharedReview, type AwaitedReview } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

/** In a language whose grammar is small, since many pages highlight it. */
const numbered = (word: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${word}${at + 1} = ${at + 1}\n`).join('');
const changed = (word: string) =>
  numbered(word, 120).replace(`${word}40 = 40`, `${word}40 = 'forty'`);
const twice = (word: string) => changed(word).replace(`${word}80 = 80`, `${word}80 = 'eighty'`);

let repository: Repository;
const { reviews, browser } = await reviewsInBrowser();

beforeAll(() => {
  repository = new Repository();
  for (const name of ['a', 'b', 'c', 'd'])
    repository.write(`src/${name}.toml`, numbered(name, 120));
  repository.commit('first');
});
afterAll(() => repository.remove());

const patiently = { timeout: 60_000 };

/** The change as each test finds it. */
const restore = () => {
  repository.git('checkout', '--quiet', '--', '.');
  repository.git('clean', '--quiet', '--force');
  for (const name of ['a', 'b', 'd']) repository.write(`src/${name}.toml`, twice(name));
};

const openReview = (key: string) => reviews.openAwaited(['review', '--key', key], repository.path);
/** The review of all tests that do not decide. */
const share = sharedReview(() => openReview('shared'));

const show = async (waiting: AwaitedReview) => {
  const watched = await openPage(browser, waiting.session.url);
  watched.page.setDefaultTimeout(patiently.timeout);
  return { ...waiting, ...watched, refresh: watched.page.getByRole('button', { name: 'Refresh' }) };
};

/**
 * Two pages save what they have moved: one is refused, and merges. One that has not followed yet may ask for lines of
 * the version before, which it then no longer needs.
 */
const isUnexpected = (problem: string): boolean => !/409|404 .*id=0$|status of 404/u.test(problem);

/** Opens an editor on a line and writes. */
const write = async (code: Locator, line: number, words: string): Promise<Locator> => {
  const editor = await commentOn(code, line);
  await editor.fill(words);
  return editor;
};

describe('a work tree that changes', { timeout: 180_000 }, () => {
  it('is offered, and read only when the reviewer asks, without losing anything written, and moves comments', async () => {
    restore();
    const { page, problems, session, ended, refresh } = await show(await openReview('changes'));
    const code = codeOf(page, 'a.toml');
    const others = codeOf(page, 'b.toml');
    const goTo = (name: string): Promise<void> =>
      page.getByRole('treeitem', { name: `${name}.toml` }).click();
    await code.getByText('forty').waitFor();
    await goTo('d');
    await codeOf(page, 'd.toml').getByRole('checkbox', { name: 'Viewed' }).check();
    await goTo('b');
    await others.getByText('forty').waitFor();
    await settledTop(lineNumber(others, 40));
    await write(others, 40, 'On a number.');
    await page.keyboard.press('Control+Enter');
    await others.getByText('On a number.').waitFor();
    await write(others, 80, 'On another.');
    await page.keyboard.press('Control+Enter');
    await others.getByText('On another.').waitFor();
    await goTo('a');
    await addFinding(session.url, {
      source: 'lint',
      filePath: 'src/c.toml',
      lineStart: 40,
      lineEnd: 40,
      text: 'A finding.',
    });
    for (const [line, text] of [
      [40, 'Found on forty.'],
      [80, 'Found on eighty.'],
    ] as const)
      await addFinding(session.url, {
        source: 'lint',
        filePath: 'src/a.toml',
        lineStart: line,
        lineEnd: line,
        text,
      });
    await write(code, 80, 'On what goes.');
    await page.keyboard.press('Control+Enter');
    await code.getByText('On what goes.').waitFor();
    const editor = await write(code, 40, 'Half a sent');
    const before = await settledTop(editor);

    const left = changed('a').replace('a80 = 80\n', '');
    repository.write('src/a.toml', `# New.\n# Above.\n${left}`);
    const nearly = twice('b')
      .replace("'forty'", "'forties'")
      .replace(/.*'eighty'.*/u, '# None.');
    repository.write('src/b.toml', `# Above.\n${nearly}`);
    repository.write('src/c.toml', changed('c'));
    repository.write('src/added.toml', 'isNew = true\n');
    // Maybe before all of it is written, but then again.
    await page
      .getByText(
        'Changed since this was loaded: src/a.toml, src/added.toml, src/b.toml, 1 more file',
        {
          exact: true,
        },
      )
      .waitFor();
    expect(await settledTop(editor)).toBe(before);
    expect(await refresh.getAttribute('title')).toBe('Refresh (r)');
    await page.keyboard.type('ence.');
    expect(await page.getByRole('treeitem', { name: /added\.toml/u }).count()).toBe(0);
    expect(await seriousViolations(page)).toEqual([]);

    await refresh.click();
    // First, since notices go by themselves. Those on lines that have changed still fit.
    await page.getByText(/1 comment no longer fits the code/u).waitFor();
    await page.getByRole('treeitem', { name: /added\.toml/u }).waitFor();
    await refresh.waitFor({ state: 'detached' });
    const moved = code.getByRole('textbox', { name: 'Comment', exact: true });
    await moved.waitFor();
    await expect.poll(() => moved.inputValue()).toBe('Half a sentence.');
    await expect
      .poll(() => moved.evaluate((element) => element.closest('[slot]')?.getAttribute('slot')))
      .toBe('annotation-additions-42');
    await page.getByText('1 of 5 viewed').waitFor();
    // The panel has opened by itself.
    const outdated = page.getByRole('article', { name: 'Your comment' });
    await outdated.getByText('src/a.toml:80 · The code has changed').waitFor();
    await outdated.getByText('On what goes.').waitFor();
    const gone = "a80 = 'eighty'";
    await expect
      .poll(async () => (await call(`${session.url}${sessionPath('listAnnotations')}`)).json)
      .toMatchObject({
        annotations: [
          { placement: 'in-diff' },
          { placement: 'in-diff', lineStart: 40, shownAt: { lineStart: 42, lineEnd: 42 } },
          { placement: 'outside-diff', lineStart: 80, lostCode: gone },
        ],
      });
    // Findings are kept as well, each with the code that it was about.
    const found = code.getByRole('button', { name: /Found on forty\./u });
    await expect
      .poll(() => found.evaluate((element) => element.closest('[slot]')?.getAttribute('slot')))
      .toBe('annotation-additions-42');
    await page.getByRole('tab', { name: 'Findings' }).click();
    await page.getByRole('button', { name: /Found on eighty\./u }).click();
    const lost = page.getByRole('article').filter({ hasText: 'Found on eighty.' });
    await lost.getByText('The code has changed').waitFor();
    await lost.getByText(gone).waitFor();
    expect(await seriousViolations(page)).toEqual([]);

    await moved.click();
    await page.keyboard.press('Control+Enter');
    await code.getByText('Half a sentence.').waitFor();
    await goTo('c');
    await codeOf(page, 'c.toml').getByText('A finding.').waitFor();
    await goTo('b');
    await others.getByText('forties').waitFor();
    for (const line of [41, 81]) await others.getByText(`line ${line} · Changed since`).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await decide(page);
    await page.getByRole('heading', { name: 'Changes requested' }).waitFor();
    const { comments } = JSON.parse((await ended).output) as Decision;
    expect(comments).toMatchObject([
      { lineStart: 41, isApproximate: true, originalCode: "b40 = 'forty'" },
      { lineStart: 81, isApproximate: true, originalCode: "b80 = 'eighty'" },
      { lineStart: 80, isOutdated: true, text: 'On what goes.', originalCode: gone },
      { lineStart: 42, text: 'Half a sentence.', originalCode: "a40 = 'forty'" },
    ]);
    expect(problems).toEqual([]);
  });
});

describe('several pages of a work tree that changes', { timeout: 180_000 }, () => {
  /** Headless Chromium has no tabs in the background, so this is said in its place. */
  const setHidden = (page: Page, isHidden: boolean): Promise<void> =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);

  it('have no work tree looked at in the background, hear all else, and of the work tree once it is shown', async () => {
    restore();
    const { page, problems, session } = await show(await share());
    const other = await show(await openReview('shown'));
    await codeOf(page, 'a.toml').getByText('forty').waitFor();
    const unseen = page.waitForResponse((response) =>
      response.url().endsWith(sessionPath('streamUnseen')),
    );
    await setHidden(page, true);
    await unseen;
    const changedTo = (files: string) =>
      other.page.getByText(`Changed since this was loaded: ${files}`, { exact: true }).waitFor();
    repository.write('src/c.toml', changed('c'));
    await changedTo('src/c.toml');
    // Seen at the next look, so that one of this session would have seen the first.
    repository.write('src/d.toml', numbered('d', 1));
    await changedTo('src/c.toml, src/d.toml');
    const finding = { source: 'lint', filePath: 'src/a.toml', lineStart: 40, lineEnd: 40 };
    await addFinding(session.url, { ...finding, text: 'Heard.' });
    await codeOf(page, 'a.toml').getByText('Heard.').waitFor();
    const told = page.getByText('Changed since this was loaded: src/c.toml, src/d.toml');
    expect(await told.count()).toBe(0);
    await setHidden(page, false);
    await told.waitFor();
    expect([...problems, ...other.problems]).toEqual([]);
    await reviews.close(other.session);
  });

  it('is shown in its current state, compared with the current commit: lines, context, hidden whitespace, and other tabs', async () => {
    restore();
    const { page, problems, session, refresh } = await show(await share());
    await refresh.waitFor({ state: 'detached' });
    const code = codeOf(page, 'a.toml');
    await code.getByRole('button', { name: 'Show 20 more lines above' }).first().click();
    await lineNumber(code, 30).waitFor();
    const other = await openPage(browser, session.url);
    other.page.setDefaultTimeout(patiently.timeout);
    await codeOf(other.page, 'a.toml').getByText('forty').waitFor();
    await write(codeOf(other.page, 'a.toml'), 40, 'Half a sentence.');
    repository.write('src/a.toml', `# New.\n${changed('a').replace('a39 = 39', ' a39 =  39')}`);
    await refresh.click();
    await code.getByText('eighty').waitFor({ state: 'detached' });
    await code.getByRole('button', { name: 'Show 20 more lines above' }).first().click();
    await lineNumber(code, 21).waitFor();
    await code.getByText('a20 = 20').first().waitFor();
    const additions = async (query = '') =>
      (await call(`${session.url}${sessionPath('getDiff')}${query}`)).json as { additions: number };
    expect(await additions()).toMatchObject({ version: 2, additions: 7 });
    expect(await additions('?whitespace=hide')).toMatchObject({ version: 2, additions: 6 });
    // Without asking its reader: all pages of a review show the same.
    await codeOf(other.page, 'a.toml').getByText('eighty').waitFor({ state: 'detached' });
    const moved = codeOf(other.page, 'a.toml').getByRole('textbox', {
      name: 'Comment',
      exact: true,
    });
    await expect
      .poll(() => moved.evaluate((element) => element.closest('[slot]')?.getAttribute('slot')))
      .toBe('annotation-additions-41');
    expect(await moved.inputValue()).toBe('Half a sentence.');
    expect([...problems, ...other.problems].filter(isUnexpected)).toEqual([]);
    await other.page.close();

    await refresh.waitFor({ state: 'detached' });
    repository.git('commit', '--quiet', '--message', 'b alone', '--', 'src/b.toml');
    await page
      .getByText('Changed since this was loaded: the compared commits', { exact: true })
      .waitFor();
    await refresh.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: /b\.toml/u }).waitFor({ state: 'detached' });
    await codeOf(page, 'a.toml').getByText('forty').waitFor();
    await page.locator('.diff-view:focus').waitFor();
    // And it says that the repository is gone, until it is back.
    await refresh.waitFor({ state: 'detached' });
    await rename(repository.path, `${repository.path}.away`);
    await page.getByText(`No longer on disk: ${repository.path}`, { exact: true }).waitFor();
    await page.keyboard.press('r');
    await page.getByText(`Refresh failed: There is no folder ${repository.path}`).waitFor();
    await rename(`${repository.path}.away`, repository.path);
    await refresh.waitFor({ state: 'detached' });
    await reviews.close(session);
    repository.git('reset', '--quiet', '--hard', 'HEAD~1');
  });
});

describe('a folder that changes', { timeout: 180_000 }, () => {
  it('is offered when a document is added, changed or removed', async () => {
    const folder = join(reviews.folder, 'folder');
    await mkdir(folder);
    const document = (name: string, text: string) => writeFile(join(folder, name), text);
    await document('a.md', '# First\n\nKept words.\n');
    await document('b.md', '# Second\n\nOther words.\n');
    const session = await reviews.open(['document', folder]);
    const { page, problems } = await openPage(browser, session.url);
    page.setDefaultTimeout(patiently.timeout);
    const refresh = page.getByRole('button', { name: 'Refresh' });
    const kept = page.locator('.block', { hasText: 'Kept words.' });
    await kept.hover();
    await kept.getByRole('button', { name: 'Comment on this block' }).click();
    await page.keyboard.type('Being writ');
    const editor = kept.getByRole('textbox');
    await page.locator('textarea:focus').waitFor();
    const before = await settledTop(editor);
    await document('c.md', '# Third\n\nNew words.\n');
    await refresh.waitFor();
    expect(await settledTop(editor)).toBe(before);
    await page.keyboard.type('ten.');
    expect(await page.getByText('New words.').count()).toBe(0);
    await refresh.click();
    await page.getByText('New words.').waitFor();
    await expect.poll(() => editor.inputValue()).toBe('Being written.');
    await refresh.waitFor({ state: 'detached' });
    await rm(join(folder, 'b.md'));
    await refresh.click();
    await page.getByText('Other words.').waitFor({ state: 'detached' });
    await refresh.waitFor({ state: 'detached' });
    await document('a.md', '# First\n\nKept words.\n\nMore words.\n');
    await refresh.click();
    await page.getByText('More words.').waitFor();
    await refresh.waitFor({ state: 'detached' });
    await rm(folder, { recursive: true });
    await page.getByText(`No longer on disk: ${folder}`, { exact: true }).waitFor();
    await refresh.click();
    await page.getByText(`Refresh failed: There is no folder ${folder}.`).waitFor();
    await expect.poll(() => editor.inputValue()).toBe('Being written.');
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
    await reviews.close(session);
  });
});

describe('a document that changes', { timeout: 180_000 }, () => {
  const file = join(reviews.folder, 'nearly.md');
  const before = 'The parser is moved out of the server.';
  const after = 'The parser is moved off the server.';
  const change = (words: string) => writeFile(file, `# Plan\n\n${words}\n\nThen it is tested.\n`);
  const shareDocument = sharedReview(async () => {
    await change(before);
    return reviews.open(['document', file]);
  });

  it('moves comments to changed text, and says so', async () => {
    const session = await shareDocument();
    const { page, problems } = await openPage(browser, session.url);
    page.setDefaultTimeout(patiently.timeout);
    const block = page.locator('.block', { hasText: before });
    await block.hover();
    await block.getByRole('button', { name: 'Comment on this block' }).click();
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('By whom?');
    await page.keyboard.press('Control+Enter');
    await page.getByText('By whom?').waitFor();
    // Another window of it, in which something is being written.
    const other = await openPage(browser, session.url);
    other.page.setDefaultTimeout(patiently.timeout);
    await other.page.getByText('By whom?').waitFor();
    const tested = other.page.locator('.block', { hasText: 'Then it is tested.' });
    await tested.hover();
    await tested.getByRole('button', { name: 'Comment on this block' }).click();
    await other.page.locator('textarea:focus').waitFor();
    await other.page.keyboard.type('Half a sent');
    await page.getByRole('button', { name: '2 comments' }).waitFor();
    let saves = 0;
    for (const one of [page, other.page])
      one.on('request', (request) => {
        if (request.method() === 'PUT' && request.url().endsWith(sessionPath('saveDraft')))
          saves += 1;
      });
    await change(`First of all.\n\n${after}`);
    await page.getByRole('button', { name: 'Refresh' }).click();
    for (const one of [page, other.page]) {
      const card = one.locator('.block', { hasText: after }).getByRole('article');
      await card.getByText('Changed since').waitFor();
    }
    // It has followed by itself, and the draft is the same for both.
    await other.page.keyboard.type('ence.');
    await expect.poll(() => tested.getByRole('textbox').inputValue()).toBe('Half a sentence.');
    const draft = sessionPath('getDraft', { query: { version: '2' } });
    await expect
      .poll(async () => (await call(`${session.url}${draft}`)).json)
      .toMatchObject({
        contentVersion: 2,
        draft: {
          comments: [{ originalText: before, foundText: after, startLine: 5 }],
          editors: [{ text: 'Half a sentence.', target: { passage: { startLine: 7 } } }],
        },
      });
    expect(saves).toBeLessThan(6);
    expect(await seriousViolations(page)).toEqual([]);
    expect([...problems, ...other.problems].filter(isUnexpected)).toEqual([]);
    await rm(file);
    await page.getByText(`No longer on disk: ${file}`, { exact: true }).waitFor();
    await page.keyboard.press('r');
    await page.getByText(/^Refresh failed: .*nearly\.md/u).waitFor();
    await page.getByText('By whom?').waitFor();
  });

  it('has its refresh command in the palette and on a key, if there is newer content and the settings allow it', async () => {
    const session = await shareDocument();
    await change('First words.');
    await call(`${session.url}${sessionPath('refresh')}`, { method: 'POST', body: {} });
    const { page, problems } = await openPage(browser, session.url);
    page.setDefaultTimeout(patiently.timeout);
    await page.getByText('First words.').waitFor();
    const refresh = page.getByRole('button', { name: 'Refresh' });
    const changeAndOffer = async (words: string): Promise<void> => {
      // That of the last change.
      await refresh.waitFor({ state: 'detached' });
      await change(words);
      await refresh.waitFor();
    };
    const palette = page.getByRole('dialog', { name: 'Commands and places' });
    const findInPalette = async (): Promise<void> => {
      await page.keyboard.press('Control+k');
      await palette.locator('input:focus').waitFor();
      await page.keyboard.type('refresh');
    };
    const reads: string[] = [];
    page.on('request', (request) => {
      const [, route] = /\/api\/(refresh|plan)$/u.exec(request.url()) ?? [];
      if (route !== undefined) reads.push(route);
    });
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const keyInHelp = help.locator('div', { hasText: /^Refresh: /u });
    const closeHelp = async (): Promise<void> => {
      await page.keyboard.press('Escape');
      await help.waitFor({ state: 'detached' });
    };
    const setKey = async (key: string): Promise<void> => {
      const keys = { 'view.refresh': key };
      await call(`${session.url}${sessionPath('changeConfig')}`, {
        method: 'POST',
        body: { keys },
      });
      await page.keyboard.press('?');
      await help.locator('kbd').first().waitFor();
      if (key === 'none') await keyInHelp.waitFor({ state: 'detached' });
      else await keyInHelp.getByText(key, { exact: true }).waitFor();
      await closeHelp();
    };

    await refresh.waitFor({ state: 'detached' });
    await findInPalette();
    await palette.getByText('No matches.').waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await help.locator('div', { hasText: /^Refresh: .*r$/u }).waitFor();
    await closeHelp();
    await page.keyboard.press('r');
    await changeAndOffer('Second words.');
    expect(reads).toEqual([]);
    await findInPalette();
    await palette.getByRole('option', { name: /^Refresh/u }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Second words.').waitFor();
    await changeAndOffer('Third words.');
    await page.keyboard.press('r');
    await page.getByText('Third words.').waitFor();
    await changeAndOffer('Fourth words.');
    await setKey('none');
    await page.keyboard.press('r');
    await setKey('q');
    await page.keyboard.press('q');
    await page.getByText('Fourth words.').waitFor();
    expect(reads).toEqual(['refresh', 'plan', 'refresh', 'plan', 'refresh', 'plan']);
    expect(problems).toEqual([]);
    await call(`${session.url}${sessionPath('changeConfig')}`, {
      method: 'POST',
      body: { keys: null },
    });
  });
});

it('a comment on one of several steps that read alike stays with its step, and is gone with it', async () => {
  const file = join(reviews.folder, 'steps.md');
  const steps = (...numbers: readonly number[]) =>
    writeFile(file, numbers.map((at) => `## Step ${at}\n\nRun it.\n\nPart ${at}.\n`).join('\n'));
  await steps(1, 2, 3);
  const { url } = await reviews.open(['plan', file]);
  const { page, problems } = await openPage(browser, url);
  const block = page.locator('.block', { hasText: 'Run it.' }).nth(1);
  await block.hover();
  await block.getByRole('button', { name: 'Comment on this block' }).click();
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('With whom?');
  await page.keyboard.press('Control+Enter');
  const comments = async () => {
    const draft = await call(`${url}${sessionPath('getDraft', { query: { version: '2' } })}`);
    return (draft.json as { draft: { comments: object[] } | null }).draft?.comments;
  };
  await expect.poll(comments).toMatchObject([{ startLine: 9, section: 'Step 2' }]);
  const heading = (step: number) => page.getByRole('heading', { name: `Step ${step}`, level: 2 });
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await steps(0, 1, 2, 3);
  await refresh.click();
  await heading(0).waitFor();
  await expect.poll(comments).toMatchObject([{ startLine: 15, section: 'Step 2' }]);
  const isGone = [{ section: 'Step 2', isOutdated: true }];
  await steps(0, 1, 3);
  await refresh.click();
  await heading(2).waitFor({ state: 'detached' });
  await expect.poll(comments).toMatchObject(isGone);
  // Not even where its words stand once.
  await steps(3);
  await refresh.click();
  await heading(1).waitFor({ state: 'detached' });
  await page.reload();
  await heading(3).waitFor();
  await page.getByRole('button', { name: '1 comment', exact: true }).waitFor();
  expect(await comments()).toMatchObject(isGone);
  expect(problems).toEqual([]);
});
