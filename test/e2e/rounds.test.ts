import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiClient } from '../../shared/node/api-client.ts';
import { sessionApi } from '../../shared/session/session-routes.ts';
import { openPage, seriousViolations } from '../helpers/browser.ts';
import { decide } from '../helpers/decide.ts';
import { htmlFrame } from '../helpers/html-frame.ts';
import { Repository } from '../helpers/repository.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const lines = (name: string, changes: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: 40 }, (_, at) => `${changes[at + 1] ?? `${name} ${at + 1}`}\n`).join('');

let repository: Repository;
const { reviews, browser } = await reviewsInBrowser();

beforeAll(() => {
  repository = new Repository();
  for (const name of ['a', 'b', 'c']) repository.write(`${name}.txt`, lines(name));
  repository.commit('base');
  repository.git('checkout', '--quiet', '-b', 'work');
  repository.write('a.txt', lines('a', { 10: 'a ten', 25: 'a more', 40: 'a last' }));
  repository.write('b.txt', lines('b', { 10: 'b ten' }));
  repository.write('c.txt', lines('c', { 10: 'c ten' }));
  repository.commit('work');
});
afterAll(() => repository.remove());

const comment = (
  filePath: string,
  lineStart: number,
  originalCode: string,
  side: 'old' | 'new' = 'new',
) => ({
  id: `${filePath} ${side} ${lineStart}`,
  scope: 'line' as const,
  filePath,
  lineStart,
  lineEnd: lineStart,
  side,
  kind: 'must' as const,
  text: `Why *${originalCode}*?`,
  originalCode,
});

it(
  'shows what changed since the last round, after a rebase, and what became of its comments',
  { timeout: 60_000 },
  async () => {
    const { session: first, ended } = await reviews.openAwaited(['review'], repository.path);
    const api = createApiClient(sessionApi, { url: first.url });
    await expect
      .poll(async () => (await api.call('getDiff', { query: {} })).body?.preparation.state)
      .toBe('ready');
    const general = { id: 'general', scope: 'general', kind: 'must', text: 'Shorter.' } as const;
    const ofFile = {
      id: 'file',
      scope: 'file',
      filePath: 'c.txt',
      kind: 'must',
      text: 'Long.',
    } as const;
    const annotations = [
      comment('a.txt', 10, 'a ten'),
      comment('b.txt', 10, 'b ten'),
      comment('a.txt', 10, 'a 10', 'old'),
      ofFile,
      general,
    ];
    await api.call('sendFeedback', { body: { feedback: 'Say why.', annotations } });
    await ended;

    repository.git('checkout', '--quiet', 'main');
    repository.write('a.txt', `// above\n${lines('a')}`);
    repository.commit('the base moves');
    repository.git('rebase', '--quiet', 'main', 'work');
    repository.write('a.txt', `// above\n${lines('a', { 10: 'a 10.0', 25: 'a more' })}`);
    repository.git('mv', 'c.txt', 'renamed.txt');
    repository.git('commit', '--quiet', '--all', '--amend', '--no-edit');

    const { url } = await reviews.open(['review'], repository.path);
    const { page, problems } = await openPage(browser, url, {
      viewport: { width: 1280, height: 800 },
    });
    const line = page.locator('.round-line');
    await line
      .getByText('Round 2: 1 of 3 files changed since your last review; 1 file was renamed;')
      .waitFor();
    const code = page.locator('[data-line-type="change-addition"]');
    await code.getByText('b ten').waitFor();

    await page.keyboard.press('Shift+N');
    await line
      .getByText(
        '1 reviewed change was reverted (see Details); 1 unchanged file and 2 unchanged hunks',
      )
      .waitFor();
    await expect.poll(() => code.getByText(/^[bc] ten$|^a more$/u).count()).toBe(0);
    await code.getByText('a 10.0').waitFor();
    await page.getByText('1 line unchanged since your last review · Show').first().click();
    await code.getByText('a more').waitFor();

    await page.keyboard.press('Shift+L');
    const details = page.getByRole('group', { name: 'Since the last round' });
    const comments = details.locator('.round-comment');
    await expect
      .poll(() => comments.locator('.round-state').allInnerTexts())
      .toEqual(['Lines changed', 'Unchanged', 'Lines changed', 'Renamed']);
    await details.getByText('Renamed from c.txt').waitFor();
    // Of a comment on the replaced line, too.
    for (const one of [comments.first(), comments.nth(2)])
      await expect
        .poll(() => one.locator('.round-diff > *').allInnerTexts())
        .toEqual(['-a ten\n', '+a 10.0\n']);
    await details.getByRole('button', { name: 'a.txt:41, reverted' }).waitFor();
    await details.getByRole('button', { name: 'a.txt:11' }).last().click();
    await page.locator('[data-selected-line]', { hasText: 'a 10.0' }).waitFor();
    await details.getByRole('button', { name: 'Difference' }).click();
    await details.getByText('@@ -8,7 +8,7 @@').waitFor();
    expect(await seriousViolations(page)).toEqual([]);

    await line.getByRole('button', { name: 'Only what is new' }).click();
    await details.getByRole('button', { name: 'b.txt:10' }).click();
    await page.locator('[data-selected-line]', { hasText: 'b ten' }).waitFor();
    expect(problems).toEqual([]);
  },
);

it(
  'marks what changed in a plan since the last round, with the answers to its comments, which are said again or settled',
  { timeout: 60_000 },
  async () => {
    const table = '| Step | Days |\n|---|---|\n| Copy | 1 |\n| Delete | 2 |\n| Tell | 3 |\n';
    const before = `# Move\n\nFirst copy the files.\n\nThen delete the folder.\n\nWe accept that.\n\n${table}`;
    const after = `# Move\n\nFirst copy the files.\n\nThen keep the folder.\n\nTell everybody.\n\n${table.replace('| Delete | 2 |\n', '')}\n## Replies\n\n1. Copied <b>twice</b>.\n2. That was\n   *moved*.\n`;
    const path = join(reviews.folder, 'again.md');
    writeFileSync(path, before);
    const { session: first, ended } = await reviews.openAwaited(['plan', path]);
    const api = createApiClient(sessionApi, { url: first.url });
    const plan = async () => (await api.call('getPlan')).body;
    await expect.poll(async () => (await plan())?.preparation.state).toBe('ready');
    const on = (id: string, originalText: string) => {
      const type = 'COMMENT' as const;
      return { id, type, kind: 'must' as const, text: `About ${id}.`, originalText };
    };
    const annotations = [on('copying', 'copy the files'), on('us', 'We accept that.')];
    await api.call('deny', { body: { feedback: 'Keep the folder.', annotations } });
    await ended;
    writeFileSync(path, after);

    const second = await reviews.openAwaited(['plan', path]);
    const { url } = second.session;
    const { page, problems } = await openPage(browser, url, {
      viewport: { width: 1280, height: 800 },
    });
    await page
      .getByText('Round 2: 2 changed, 3 new, 1 removed since your last review; 0 of 2 comments')
      .waitFor();
    const marks = () =>
      page.evaluate(() =>
        [...(CSS.highlights.get('since') ?? [])].map((range) =>
          range.startContainer.textContent?.slice(range.startOffset, range.endOffset),
        ),
      );
    await expect.poll(marks).toEqual(['keep', 'Tell everybody.', 'Replies', expect.any(String)]);
    const removed = page.locator('.document .words-since del');
    await expect.poll(() => removed.allInnerTexts()).toEqual(['delete', 'We accept that.']);
    // A table is shown as it was.
    const rows = page.locator('.document .since-note tr');
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual(['Step\tDays', 'Copy\t1', 'Delete\t2', 'Tell\t3']);
    await expect.poll(() => rows.locator('del').allInnerTexts()).toEqual(['Delete', '2']);
    await page.keyboard.press('Shift+M');
    await expect.poll(marks).toEqual([]);
    await expect.poll(() => removed.count()).toBe(0);

    await page.keyboard.press('Shift+L');
    const details = page.getByRole('group', { name: 'Since the last round' });
    await details.getByText('Keep the folder.', { exact: true }).waitFor();
    await expect
      .poll(() => details.locator('.round-comment .round-state').allInnerTexts())
      .toEqual([
        'Unchanged',
        'Its place is gone',
        'Changed',
        'Removed',
        'New',
        'Changed',
        'New',
        'New',
      ]);
    await expect
      .poll(() => details.locator('del').allInnerTexts())
      .toEqual(['delete', 'We accept that.', 'Delete', '2']);
    // Each answer below its comment, which is plain text until its markdown is rendered.
    const threads = details.locator('.round-comment', { has: page.locator('.round-reply') });
    await expect
      .poll(() => threads.allInnerTexts())
      .toEqual([
        expect.stringMatching(/About copying\.\s[^]*Agent\s+Copied .*twice.*\.$/u),
        expect.stringMatching(/About us\.\s[^]*Agent\s+That was\s+moved\.$/u),
      ]);
    const replies = details.locator('.round-reply');
    await expect.poll(() => replies.locator('em').allInnerTexts()).toEqual(['moved']);
    await expect.poll(() => replies.locator('.note-plain').count()).toBe(0);
    expect(await replies.locator('b').count()).toBe(0);
    // Not the body, which has all words.
    const focused = async () => {
      const [text = ''] = await page
        .locator('[data-earlier]:focus, .document :focus')
        .allTextContents();
      return text;
    };
    await page.keyboard.press('Shift+G');
    await expect.poll(focused).toContain('About copying.');
    await page.keyboard.press('Shift+G');
    await expect.poll(focused).toContain('About us.');
    await page.keyboard.press('Shift+J');
    await expect.poll(focused).toContain('Then keep the folder.');
    await details.getByRole('button', { name: 'Settle' }).first().click();
    await details.getByRole('button', { name: 'Settled', pressed: true }).waitFor();
    const again = details.getByRole('button', { name: 'Say again' });
    await again.last().click();
    await expect.poll(() => again.count()).toBe(1);
    await again.click();
    await expect.poll(() => details.getByRole('button', { name: 'Said again' }).count()).toBe(2);
    const draft = createApiClient(sessionApi, { url });
    await expect
      .poll(async () => (await draft.call('getDraft', { query: {} })).body?.draft?.comments)
      .toMatchObject([
        { type: 'GLOBAL_COMMENT', text: '> We accept that.\n\nAbout us.' },
        { type: 'COMMENT', text: 'About copying.', originalText: 'copy the files', blockId: 'b1' },
      ]);
    expect(await seriousViolations(page)).toEqual([]);
    expect(problems).toEqual([]);

    const onKeeping = [on('keeping', 'keep the folder')];
    await draft.call('deny', { body: { feedback: 'Go on.', annotations: onKeeping } });
    await second.ended;
    writeFileSync(path, `${after}\nOnce more.\n`);
    const again3 = await reviews.open(['plan', path]);
    const third = createApiClient(sessionApi, { url: again3.url });
    await expect
      .poll(async () => (await third.call('getPlan')).body?.preparation.state)
      .toBe('ready');
    expect((await third.call('getRounds')).body).toMatchObject({
      round: 3,
      settled: ['copying'],
      lastDocument: {
        comments: [
          { comment: { id: 'keeping' }, state: 'standing' },
          { comment: { id: 'us' }, state: 'lost', isOlder: true },
        ],
      },
    });
    // The same key goes through the comments of all rounds.
    const later = await openPage(browser, again3.url);
    await later.page.getByText(/^Round 3:/u).waitFor();
    for (const words of ['About keeping.', 'About us.', 'About keeping.']) {
      await later.page.keyboard.press('Shift+G');
      await expect
        .poll(() => later.page.evaluate(() => document.activeElement?.textContent))
        .toContain(words);
    }
    expect(later.problems).toEqual([]);
  },
);

it(
  'finds the comments of several documents again, each in its document, in the frame of HTML too',
  { timeout: 60_000 },
  async () => {
    const write = (files: Readonly<Record<string, string>>) => {
      for (const [name, text] of Object.entries(files))
        writeFileSync(join(reviews.folder, name), text);
    };
    const filler = Array.from({ length: 60 }, (_, at) => `<p>Paragraph ${at}.</p>`).join('');
    write({
      'one.md': '# One\n\nCopy the files.\n',
      'two.md': '# Two\n\nThen delete the folder.\n',
      'three.html': `<title>Three</title><h1>Costs</h1>${filler}<p>It costs one day.</p>`,
    });
    const named = ['document', 'one.md', 'two.md', 'three.html'];
    const { session, ended } = await reviews.openAwaited(named);
    const { page: before } = await openPage(browser, session.url, {
      viewport: { width: 1440, height: 900 },
    });
    const commentOn = async (text: Locator, words: string) => {
      await text.evaluate((one) => getSelection()?.selectAllChildren(one));
      const toolbar = before.getByRole('toolbar', { name: 'Selected text' });
      await toolbar.getByRole('button', { name: 'Comment', exact: true }).click();
      await before.locator('textarea:focus').waitFor();
      await before.keyboard.type(words);
      await before.keyboard.press('Control+Enter');
    };
    const choose = (name: string) => before.getByRole('treeitem', { name }).click();
    await choose('two.md');
    await commentOn(before.getByText('Then delete the folder.'), 'Keep it.');
    await choose('three.html');
    await commentOn((await htmlFrame(before)).getByText('It costs one day.'), 'Why one?');
    await decide(before);
    await ended;
    write({ 'two.md': '# Two\n\nThen keep the folder.\n' });

    const { page, problems } = await openPage(browser, (await reviews.open(named)).url, {
      viewport: { width: 1280, height: 800 },
    });
    await page
      .getByText('Round 2: 1 changed passage in 3 documents; 1 of 2 comments addressed.')
      .waitFor();
    await page.keyboard.press('Shift+L');
    const details = page.getByRole('group', { name: 'Since the last round' });
    await expect
      .poll(() => details.locator('.round-comment .round-state').allInnerTexts())
      .toEqual(['Text changed', 'Unchanged', 'Changed']);
    await details.getByRole('button', { name: 'two.md' }).first().click();
    await page.locator('.block:focus', { hasText: 'Then keep the folder.' }).waitFor();
    await details.getByRole('button', { name: 'three.html' }).click();
    const shown = await htmlFrame(page);
    const isInView = () =>
      shown.getByText('It costs one day.').evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    await expect.poll(isInView).toBe(true);
    // Also in a frame that gets smaller.
    await page.setViewportSize({ width: 1280, height: 420 });
    await expect.poll(() => shown.locator('html').evaluate(() => innerHeight)).toBeLessThan(300);
    await expect.poll(isInView).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
    // The list stays where it is, and leads back.
    await page.keyboard.press('Shift+G');
    await page.getByRole('heading', { name: 'Two', exact: true }).waitFor();
    await details.getByRole('button', { name: 'three.html' }).click();
    await htmlFrame(page);
    expect(problems).toEqual([]);
    // It talks to frames as if they had an origin.
    expect(await seriousViolations(page)).toEqual([]);
  },
);
