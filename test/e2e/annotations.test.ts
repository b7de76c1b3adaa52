import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Decision } from '../../shared/session/decision.ts';
import { openPage, partsForTheEnd, seriousViolations } from '../helpers/browser.ts';
import { codeOf, dragOver, lineNumber, settledTop } from '../helpers/code.ts';
import { sendNow } from '../helpers/decide.ts';
import { call } from '../helpers/http-call.ts';
import { wordsByFile } from '../helpers/kept-words.ts';
import { sessionPath } from '../helpers/paths.ts';
import { Repository } from '../helpers/repository.ts';
import { addFinding, sharedReview, type AwaitedReview } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const patiently = { timeout: 40_000 };
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `let value${index} = compute(${index});\n`);

const { reviews, browser } = await reviewsInBrowser();
let repository: Repository;

beforeAll(() => {
  repository = new Repository();
  const lines = numbered(60);
  for (const name of ['a.rs', 'b.rs']) repository.write(`src/${name}`, lines.join(''));
  repository.commit('first');
  for (const name of ['a.rs', 'b.rs']) {
    const changed = lines.with(4, 'let value4 = computeAll(4, options);\n');
    repository.write(`src/${name}`, changed.join(''));
  }
});
afterAll(() => repository.remove());

let opened = 0;
/** A key per review, so that drafts do not carry over. */
const ownKey = () => ['review', '--key', `annotations ${(opened += 1)}`];

const showPage = (url: string) =>
  openPage(browser, url, { permissions: ['clipboard-read', 'clipboard-write'] });

/** Findings may arrive before the page is opened. */
const showChange = async <Waiting extends AwaitedReview>(
  waiting: Waiting,
  findings: readonly object[] = [],
) => {
  for (const one of findings) await addFinding(waiting.session.url, one);
  const watched = await showPage(waiting.session.url);
  const { page } = watched;
  page.setDefaultTimeout(patiently.timeout);
  const code = codeOf(page, 'a.rs');
  return { ...waiting, ...watched, code };
};

const openOwn = () => reviews.openAwaited(ownKey(), repository.path);

/** The review of all tests that leave it open. */
const shareReview = sharedReview(openOwn);

const openChange = async (findings: readonly object[] = []) =>
  showChange(await shareReview(), findings);

const startOnLines = async (page: Page, code: Locator, [from, to]: readonly [number, number]) => {
  await dragOver(code, [from, to]);
  await page.locator('textarea:focus').waitFor();
};
const comment = async (page: Page, code: Locator, text: string, line = 3) => {
  await startOnLines(page, code, [line, line + 1]);
  await page.keyboard.insertText(text);
  await page.keyboard.press('Control+Enter');
  await code.getByText(text).waitFor();
};
const send = async (page: Page, ended: Promise<{ output: string }>): Promise<Decision> => {
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Control+Enter');
  await sendNow(page);
  return JSON.parse((await ended).output) as Decision;
};

const finding = (parts: object) => ({
  source: 'lint',
  filePath: 'src/a.rs',
  lineStart: 5,
  lineEnd: 5,
  text: 'Options are not declared.',
  ...parts,
});
const panelOf = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'Comments and findings' });
/** Opens the panel with the counter of findings or comments. */
const openList = async (page: Page, what = 'findings'): Promise<Locator> => {
  const counters = page.getByRole('group', { name: 'Comments and findings' });
  await counters
    .getByRole('button')
    .nth(what === 'findings' ? 0 : 1)
    .click();
  await panelOf(page).getByRole('tab', { selected: true }).waitFor();
  return panelOf(page);
};
const saved = (page: Page) =>
  expect.poll(() => page.locator('.draft-state').textContent(), patiently).toBe('Saved');

describe('a comment', () => {
  it('can be edited and deleted, and both undone and redone', async () => {
    const { page, code } = await openChange();
    await comment(page, code, 'The first.');
    await code.getByRole('button', { name: 'Edit comment' }).click();
    // The cursor is after the existing text.
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type(' And more.');
    const field = page.locator('textarea:focus');
    await expect.poll(() => field.inputValue()).toBe('The first. And more.');
    await field.fill('The first.');
    await field.fill('The second.');
    // In a field, undo is the field's own.
    await page.keyboard.press('Control+z');
    await expect.poll(() => field.inputValue()).toBe('The first.');
    await field.fill('The second.');
    await page.keyboard.press('Control+Enter');
    await code.getByText('The second.').waitFor();
    await code.getByRole('button', { name: 'Delete comment' }).click();
    await code.getByText('The second.').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await code.getByText('The second.').waitFor();
    await page.keyboard.press('Control+z');
    await code.getByText('The first.').waitFor();
    await page.keyboard.press('Control+z');
    await code.getByText('The first.').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Shift+z');
    await page.keyboard.press('Control+Shift+z');
    await code.getByText('The second.').waitFor();
    await saved(page);
    await page.reload();
    await codeOf(page, 'a.rs').getByText('The second.').waitFor();
  });
});

describe('many comments', () => {
  it('are rendered as a virtual list, which keeps a focused field when it is scrolled', async () => {
    const waiting = await shareReview();
    const comments = Array.from({ length: 1000 }, (_, index) => ({
      id: `comment ${index}`,
      scope: 'general',
      kind: 'nit',
      text: `Number ${index}.`,
    }));
    const { json } = await call(`${waiting.session.url}${sessionPath('getDraft')}`);
    const { generation } = json as { readonly generation: number };
    await call(`${waiting.session.url}${sessionPath('saveDraft')}`, {
      method: 'PUT',
      body: { generation: generation + 1, comments },
    });
    const { page, problems } = await showChange(waiting);
    const panel = await openList(page, 'comments');
    const cards = panel.getByRole('article');
    await panel.getByText('Number 0.', { exact: true }).waitFor();
    await expect.poll(() => cards.count()).toBeLessThan(40);
    const list = panel.getByRole('group', { name: 'Your comments' });
    await panel.getByRole('button', { name: 'Add overall comment' }).click();
    const field = panel.getByRole('textbox', { name: 'Overall comment' });
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Many.');
    await expect
      .poll(async () => {
        await list.evaluate((element) => (element.scrollTop = element.scrollHeight));
        return panel.getByText('Number 999.', { exact: true }).isVisible();
      }, patiently)
      .toBe(true);
    await field.and(page.locator(':focus')).waitFor({ state: 'attached' });
    await page.keyboard.press('Control+Enter');
    await field.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '1,001 comments', exact: true }).waitFor();
    await expect.poll(() => cards.count()).toBeLessThan(40);
    expect(await seriousViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});

describe('a range of lines', () => {
  it('is selected by Shift+click and by keyboard', async () => {
    const { page, code, session } = await openChange();
    const lines = () =>
      page.locator('textarea:focus').evaluate((field) => {
        const place = field.closest('[slot]')?.getAttribute('slot');
        return place ?? '';
      });
    await lineNumber(code, 3).click();
    await page.keyboard.down('Shift');
    await lineNumber(code, 6).click();
    await page.keyboard.up('Shift');
    await page.locator('textarea:focus').waitFor();
    await expect.poll(lines, patiently).toBe('annotation-additions-6');
    await page.keyboard.insertText('By Shift.');
    await page.keyboard.press('Control+Enter');
    await code.getByText('By Shift.').waitFor();
    await page.getByRole('region', { name: 'Changed files' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.insertText('By the keyboard.');
    await page.keyboard.press('Control+Enter');
    await code.getByText('By the keyboard.').waitFor();
    await expect
      .poll(async () => (await call(`${session.url}${sessionPath('getDraft')}`)).json, patiently)
      .toMatchObject({
        draft: {
          comments: [
            { lineStart: 3, lineEnd: 6, text: 'By Shift.' },
            { lineStart: 2, lineEnd: 4, text: 'By the keyboard.' },
          ],
        },
      });
  });
});

describe('the findings', () => {
  it('are counted, listed on demand, searched, filtered and grouped', async () => {
    const { page, session, problems } = await openChange();
    await addFinding(session.url, {
      annotations: [
        finding({ severity: 'error' }),
        finding({
          filePath: 'src/b.rs',
          source: 'scan',
          type: 'concern',
          severity: 'warning',
          text: 'Taken unchecked.',
        }),
        finding({ lineStart: 50, lineEnd: 50, text: 'Not covered.', source: 'cover' }),
        finding({ filePath: 'gone.rs', text: 'The file is gone.', source: 'cover' }),
      ],
    });
    const counter = page.getByRole('button', { name: '4 findings', exact: true });
    await counter.and(page.locator('[aria-expanded=false]')).waitFor();
    const panel = panelOf(page);
    expect(await panel.count()).toBe(0);
    // All that has a place beside it is there.
    await page.getByRole('treeitem').first().waitFor();
    const content = page.locator('main');
    const before = await content.boundingBox();
    await counter.click();
    await panel.getByText('4 findings', { exact: true }).waitFor();
    // It overlaps the right edge.
    await expect.poll(() => content.boundingBox(), patiently).toEqual(before);
    const cards = panel.getByRole('article');
    await expect
      .poll(() => cards.allTextContents(), patiently)
      .toEqual([
        expect.stringContaining('Options are not declared.'),
        expect.stringContaining('Taken unchecked.'),
        expect.stringContaining('Not covered.'),
        expect.stringContaining('The file is gone.'),
      ]);
    await panel.getByRole('heading', { name: 'Outside the change 2' }).waitFor();
    await panel.getByRole('button', { name: 'Warning: 5 Taken unchecked. scan' }).waitFor();
    await expect
      .poll(async () => (await cards.first().boundingBox())?.height, patiently)
      .toBeLessThanOrEqual(30);
    expect(await seriousViolations(page)).toEqual([]);

    const search = panel.getByRole('searchbox', { name: 'Search findings' });
    await search.fill('TAKEN scan');
    await panel.getByText('1 of 4 findings').waitFor();
    await panel.getByRole('button', { name: 'Clear filters' }).click();
    const chip = (facet: string, name: string) =>
      panel.getByRole('group', { name: facet }).getByRole('button', { name });
    await chip('Source', 'cover 2').click();
    // No finding has a rule.
    expect(await panel.getByRole('group', { name: 'Rule' }).count()).toBe(0);
    await panel.getByText('2 of 4 findings').waitFor();
    await chip('Source', 'cover 2').click();
    await chip('Kind', 'Concern 1').click();
    await panel.getByText('1 of 4 findings').waitFor();
    await panel.getByRole('button', { name: 'Clear filters' }).click();
    await chip('Severity', 'Error 1').click();
    await chip('Place', 'Outside the change 2').click();
    await panel.getByText('0 of 4 findings').waitFor();
    await panel.getByRole('button', { name: 'Clear filters' }).click();
    await panel.getByLabel('Group by').selectOption({ label: 'By source' });
    const group = panel.locator('.finding-group', { hasText: 'scan' });
    await group.click();
    await panel.getByText('Taken unchecked.').waitFor({ state: 'detached' });
    await page.reload();
    await openList(page);
    await group.waitFor();
    expect(problems).toEqual([]);
  });

  it('expand to their full text, rendered as harmless markdown', async () => {
    const { page, session, code, problems } = await openChange();
    const text = [
      '# Read `options` **first**',
      '- one\n- two',
      '> quoted',
      '```ts\nconst **a** = 1;\n```',
      '[docs](https://example.com/a) [run](javascript:alert(1)) ![image](https://example.com/b.png)',
      '<img src=x onerror=alert(1)><b>raw</b>',
    ].join('\n\n');
    await addFinding(
      session.url,
      finding({ text, rule: 'no-undef', url: 'https://example.com/rule', severity: 'error' }),
    );
    const toggle = code.getByRole('button', { name: /^Error: Read/u });
    await expect
      .poll(() => toggle.locator('.finding-message:has(strong)').textContent(), patiently)
      .toBe('Read options first');
    await toggle.click();
    const said = code.locator('.finding-body');
    await said.locator('pre > code').waitFor();
    await expect.poll(() => said.locator('pre').textContent()).toBe('const **a** = 1;\n');
    await expect.poll(() => said.locator('li').allTextContents()).toEqual(['one', 'two']);
    await expect.poll(() => said.locator('blockquote').textContent()).toContain('quoted');
    expect(await said.locator('h1, img, b').count()).toBe(0);
    const links = () =>
      said
        .getByRole('link')
        .evaluateAll((all) =>
          (all as HTMLAnchorElement[]).map(({ textContent, href, rel }) => [
            textContent,
            href,
            rel,
          ]),
        );
    await expect.poll(links).toEqual([
      ['docs', 'https://example.com/a', 'noopener noreferrer'],
      ['image', 'https://example.com/b.png', 'noopener noreferrer'],
      ['About no-undef', 'https://example.com/rule', 'noopener noreferrer'],
    ]);
    expect(await seriousViolations(page)).toEqual([]);
    // Reviewers' text is rendered the same way, in the code and in the panel.
    await startOnLines(page, code, [6, 7]);
    await page.keyboard.insertText('Mind `this` _now_');
    await page.keyboard.press('Control+Enter');
    await code.locator('.comment-card em', { hasText: 'now' }).waitFor();
    await openList(page, 'comments');
    await panelOf(page).locator('.comment-link code', { hasText: 'this' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('are accepted as comments or left out of the feedback when dismissed, singly or by group or filter, beside a replacement and a question', async () => {
    const { page, session, code, ended, problems } = await showChange(await openOwn());
    await addFinding(session.url, {
      annotations: [
        finding({ author: 'Rule 7' }),
        finding({ lineStart: 7, lineEnd: 7, severity: 'info', text: 'Could be shorter.' }),
        finding({ filePath: 'src/b.rs', suggestedCode: 'x();', text: 'Say it so.' }),
      ],
    });
    await code.getByText('Could be shorter.').waitFor();
    await page.keyboard.press('n');
    await code.locator('.finding[data-open=true]', { hasText: 'Options' }).waitFor();
    await page.keyboard.press('a');
    const own = code.getByRole('article', { name: 'Your comment' });
    await own.waitFor();
    await code.locator('.finding[data-active=true]', { hasText: 'Could be shorter.' }).waitFor();
    await page.keyboard.press('Control+z');
    await own.waitFor({ state: 'detached' });
    // The panel was closed all along.
    expect(await panelOf(page).count()).toBe(0);
    const panel = await openList(page);
    await panel.locator('.finding-heading', { hasText: 'a.rs' }).hover();
    await panel.getByRole('button', { name: 'Accept 2: src/a.rs' }).click();
    await page.getByText('2 findings accepted as your comments.').waitFor();
    await expect.poll(() => own.count(), patiently).toBe(2);
    await panel.locator('.finding[data-active=true]', { hasText: 'Say it so.' }).waitFor();
    await page.keyboard.press('Control+z');
    await panel.getByText('3 findings', { exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Accept 3: all listed findings' }).click();
    await page.getByRole('button', { name: '3 comments', exact: true }).waitFor();
    await page.getByRole('button', { name: '0 findings', exact: true }).waitFor();

    await addFinding(session.url, {
      annotations: [
        finding({ text: 'stays' }),
        finding({ filePath: 'src/b.rs', text: 'goes alone' }),
        finding({ source: 'noise', text: 'goes too' }),
        finding({ source: 'noise', filePath: 'src/b.rs', text: 'goes as well' }),
      ],
    });
    const alone = panel.getByRole('article', { name: 'Finding from lint' }).filter({
      hasText: 'goes alone',
    });
    await alone.getByRole('button', { name: 'Dismiss' }).click();
    // On to the next.
    await panel.locator('.finding[data-active=true]', { hasText: 'goes as well' }).waitFor();
    await panel
      .getByRole('group', { name: 'Source' })
      .getByRole('button', { name: 'noise 2' })
      .click();
    const all = panel.getByRole('button', { name: 'Dismiss 2: all listed findings' });
    await all.click();
    await page.getByText('2 findings dismissed.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await panel.getByText('2 of 3 findings').waitFor();
    await all.click();
    await panel.getByText('0 of 1 finding').waitFor();
    await saved(page);

    await page.reload();
    await expect.poll(() => own.count(), patiently).toBe(2);
    await openList(page);
    await panel.getByText('1 finding', { exact: true }).waitFor();
    await panel.getByRole('button', { name: '3 dismissed' }).click();
    await panel.getByText('goes alone').waitFor();
    await panel.getByRole('button', { name: '3 dismissed' }).click();
    const { json } = await call(`${session.url}${sessionPath('listAnnotations')}`);
    expect((json as { annotations: object[] }).annotations).toHaveLength(7);
    await panel.getByRole('button', { name: 'Close the list' }).click();

    // The reviewer's own are a replacement and a question, made by keyboard.
    await startOnLines(page, code, [4, 5]);
    await page.keyboard.type('Name them.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    const suggestion = page.getByRole('textbox', { name: 'Suggested code' });
    await expect
      .poll(() => suggestion.inputValue(), patiently)
      .toBe('let value3 = compute(3);\nlet value4 = computeAll(4, options);');
    await suggestion.fill('let value3 = compute(3);\nlet value4 = all(4);');
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    const diff = code.getByRole('group', { name: 'Suggested change' });
    await diff.locator('ins').waitFor();
    await expect
      .poll(() => diff.locator('del').allTextContents())
      .toEqual(['let value4 = computeAll(4, options);']);
    await expect
      .poll(() => diff.locator('ins').allTextContents())
      .toEqual(['let value4 = all(4);']);
    // Focus is back where the editor was, so that shortcuts work.
    await page.locator('.diff-view:focus').waitFor();

    await code.getByRole('button', { name: /^Comment on .*a\.rs$/u }).click();
    await page.getByRole('radio', { name: 'Question' }).check();
    await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('Who calls it?');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('article', { name: 'Your comment' }).getByText('Question').waitFor();
    await page.keyboard.press('g');
    await page.getByRole('textbox', { name: 'Overall comment' }).fill('Fine otherwise.');
    await page.keyboard.press('Control+Enter');

    const decision = await send(page, ended);
    expect(decision).toMatchObject({
      annotations: [{ text: 'stays' }],
      comments: [
        {
          filePath: 'src/a.rs',
          lineStart: 5,
          kind: 'must',
          text: 'lint, Rule 7 says:\n\n> Options are not declared.',
        },
        { kind: 'nit' },
        { kind: 'replace', suggestedCode: 'x();' },
        { scope: 'line', kind: 'replace', lineStart: 4, lineEnd: 5, text: 'Name them.' },
        { scope: 'file', kind: 'question', filePath: 'src/a.rs', text: 'Who calls it?' },
        { scope: 'general', kind: 'must', text: 'Fine otherwise.' },
      ],
    });
    expect(decision.markdown).toContain('## `src/a.rs`\n\n### 2. Question\n');
    expect(decision.markdown).toContain(
      'Replace lines 4–5 with exactly:\n\n```rust\nlet value3 = compute(3);\n',
    );
    // Three were accepted.
    expect(decision.dismissed).toHaveLength(6);
    expect(decision.markdown).not.toContain('goes');
    expect(problems).toEqual([]);
  });

  it('that were accepted do not count as dismissed, and come back when the comment is deleted', async () => {
    const { page, session, code } = await openChange();
    await addFinding(session.url, {
      annotations: [finding({ text: 'mine' }), finding({ filePath: 'src/b.rs', text: 'away' })],
    });
    const panel = await openList(page);
    const press = (text: string, name: string) =>
      panel.getByRole('article').filter({ hasText: text }).getByRole('button', { name }).click();
    await press('mine', 'Accept');
    const own = code.getByRole('article', { name: 'Your comment' });
    await own.waitFor();
    await press('away', 'Dismiss');
    await panel.getByRole('button', { name: '1 dismissed' }).click();
    await press('away', 'Restore');
    await panel.getByText('1 finding', { exact: true }).waitFor();
    await expect.poll(() => panel.getByText('mine').count()).toBe(0);
    await panel.getByRole('button', { name: 'Close the list' }).click();
    await own.getByRole('button', { name: 'Delete comment' }).click();
    await page.getByRole('button', { name: '2 findings', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: '1 finding', exact: true }).waitFor();
    await openList(page);
    await panel.getByText('1 finding', { exact: true }).waitFor();
  });

  it('with the same message are one row with their places', async () => {
    const { page, session, code } = await openChange();
    const same = (filePath: string, line: number) =>
      finding({ filePath, lineStart: line, lineEnd: line, rule: 'no-any', text: 'No any.' });
    await addFinding(session.url, {
      annotations: [same('src/a.rs', 5), same('src/a.rs', 7), same('src/b.rs', 5)],
    });
    await expect.poll(() => code.getByText('Same message in 3 places:').count(), patiently).toBe(2);
    const panel = await openList(page);
    const row = panel.getByRole('button', { name: /^No any\. 3 places/u });
    await row.waitFor();
    await expect.poll(() => panel.getByRole('article').count(), patiently).toBe(0);
    await row.click();
    const places = panel.getByRole('article');
    await expect
      .poll(() => places.locator('.finding-lead').allTextContents(), patiently)
      .toEqual(['src/a.rs:5 ', 'src/a.rs:7 ', 'src/b.rs:5 ']);
    await places.last().getByRole('button', { name: 'Dismiss' }).click();
    await code.getByText('Same message in 2 places:').first().waitFor();
    await panel.locator('.finding-messages').hover();
    await panel.getByRole('button', { name: 'Dismiss 2: No any.' }).click();
    await page.getByRole('button', { name: '0 findings', exact: true }).waitFor();
  });

  it('that arrive do not move the reading position in the panel, and are announced in one sentence', async () => {
    // Findings from before the page was opened are not new.
    const first = finding({ text: 'The first.', filePath: 'src/b.rs' });
    const { page, session } = await openChange([first]);
    const many = (count: number, parts: object) => ({
      annotations: Array.from({ length: count }, (_, index) =>
        finding({ text: `Number ${index}.`, ...parts }),
      ),
    });
    await openList(page);
    await panelOf(page).getByText('The first.').waitFor();
    await addFinding(session.url, many(40, { filePath: 'src/b.rs' }));
    await page.getByRole('status').getByText('40 new findings from lint.').waitFor();
    const list = panelOf(page).locator('.virtual-list');
    const read = list.getByText(/Number 20\.$/u);
    await expect
      .poll(async () => {
        await list.hover();
        await page.mouse.wheel(0, 200);
        return read.isVisible();
      }, patiently)
      .toBe(true);
    const was = await settledTop(read);
    await addFinding(session.url, {
      annotations: [
        ...many(12, { filePath: 'src/a.rs', source: 'scan' }).annotations,
        ...many(12, { filePath: 'src/a.rs' }).annotations,
      ],
    });
    await panelOf(page).getByText('65 findings').waitFor();
    await page.getByRole('status').getByText('24 new findings from scan, lint.').waitFor();
    await expect
      .poll(async () => Math.abs((await settledTop(read)) - was), patiently)
      .toBeLessThan(2);
  });

  it('are rendered as a virtual list, however many there are', async () => {
    const { page, session, problems } = await openChange();
    await addFinding(session.url, {
      annotations: Array.from({ length: 1200 }, (_, index) =>
        finding({ text: `Number ${index}.`, filePath: index % 2 === 0 ? 'src/a.rs' : 'x.rs' }),
      ),
    });
    const panel = await openList(page);
    await panel.getByText('1,200 findings', { exact: true }).waitFor();
    await page.getByRole('treeitem', { name: /600 findings/u }).waitFor();
    await page.locator('.diff-header').getByTitle('Findings').getByText('600').waitFor();
    await expect.poll(() => page.title(), patiently).toMatch(/^\(1,200\) /u);
    await expect.poll(() => panel.getByRole('article').count(), patiently).toBeLessThan(40);
    await panel.getByRole('searchbox').fill('Number 1021');
    await panel.getByText('1 of 1,200 findings').waitFor();
    await panel.getByText('Number 1021.').waitFor();
    await panel.getByRole('button', { name: 'Clear filters' }).click();
    await panel.getByRole('button', { name: 'Dismiss 1,200: all listed findings' }).click();
    await panel.getByRole('button', { name: '1,200 dismissed' }).waitFor();
    await page.keyboard.press('Control+z');
    await panel.getByText('1,200 findings', { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });
});

describe('the panel', () => {
  it('can be resized by keyboard and by dragging, and remembers its width and whether it is pinned', async () => {
    const { page, session, code } = await openChange();
    const panel = await openList(page);
    const width = async () => (await panel.boundingBox())?.width ?? 0;
    const separator = page.getByRole('separator', { name: 'Width of the panel' });
    const first = await width();
    await separator.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(width, patiently).toBe(first + 24);
    await separator.hover();
    await page.mouse.down();
    await page.mouse.move(1280 - 500, 400, { steps: 5 });
    await page.mouse.up();
    await expect.poll(width, patiently).toBe(500);
    await expect
      .poll(async () => (await call(`${session.url}${sessionPath('getConfig')}`)).json, patiently)
      .toMatchObject({ panelWidth: 500 });
    const content = async () => (await page.locator('main').boundingBox())?.width ?? 0;
    const over = await content();
    await panel.getByRole('button', { name: 'Pin beside the content' }).click();
    await expect.poll(content, patiently).toBe(over - 500);
    // The tab with content is shown.
    await comment(page, code, 'A thought.');
    await saved(page);
    await page.reload();
    await expect.poll(content, patiently).toBe(over - 500);
    await expect.poll(width, patiently).toBe(500);
    await panel.getByRole('tab', { name: 'Comments', selected: true }).waitFor();
    await page.keyboard.press('l');
    await panel.waitFor({ state: 'detached' });
    await page.keyboard.press('l');
    await panel.getByRole('button', { name: 'Pin beside the content' }).click();
    await expect.poll(content, patiently).toBe(over);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await call(`${session.url}${sessionPath('changeConfig')}`, {
      method: 'POST',
      body: { panelWidth: null, panelPinned: null },
    });
  });
});

const wordsByClipboard = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Copy all comments as markdown' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
};

describe('unsent text', () => {
  it('is listed with the comments, with a link to its editor, and comes back after that was closed by mistake', async () => {
    const { page, code } = await openChange();
    await comment(page, code, 'Added.');
    await startOnLines(page, codeOf(page, 'b.rs'), [6, 7]);
    await page.keyboard.insertText('Not added.');
    await page.locator('.diff-view').focus();
    // There are comments but no findings.
    await page.keyboard.press('l');
    const tab = page.getByRole('tab', { name: 'Comments', selected: true });
    const entries = panelOf(page).locator('.card');
    await expect.poll(() => entries.count(), patiently).toBe(2);
    await expect.poll(() => tab.textContent(), patiently).toBe('Comments2');
    const entry = entries.filter({ hasText: 'Not added.' });
    await expect.poll(() => entry.textContent(), patiently).toContain('src/b.rs:6–7');
    expect(await seriousViolations(page)).toEqual([]);
    await entry.click();
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.insertText(' Still.');
    await expect
      .poll(() => page.locator('textarea:focus').inputValue(), patiently)
      .toBe('Not added. Still.');
    await page.keyboard.press('Control+Enter');
    await codeOf(page, 'b.rs').getByText('Not added. Still.').waitFor();
    await expect.poll(() => entries.count(), patiently).toBe(2);

    await page.keyboard.press('Escape');
    await startOnLines(page, code, [6, 7]);
    await page.keyboard.insertText('Half a thought.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await code.getByText('Half a thought.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await code.getByText('Half a thought.').waitFor();
  });

  it('is restored after a reload and in another tab, with its open editor', async () => {
    const { page, session, code } = await openChange();
    await comment(page, code, 'A finished thought.');
    await saved(page);
    await startOnLines(page, code, [6, 7]);
    await page.keyboard.type('Half a thought.');
    // Without a pause: the last keystrokes are saved, too.
    await page.reload();
    const again = codeOf(page, 'a.rs');
    await again.getByText('A finished thought.').waitFor();
    await again.getByText('Half a thought.').waitFor();
    await saved(page);
    await page.close();
    const other = await showPage(session.url);
    await codeOf(other.page, 'a.rs').getByText('Half a thought.').waitFor();
  });

  // The last of those that share a review.
  it('is offered for saving when the session is closed from elsewhere', async () => {
    const { page, session, code } = await openChange();
    await comment(page, code, 'A finished thought.');
    await saved(page);
    await startOnLines(page, code, [6, 7]);
    await page.keyboard.insertText('Half a thought.');
    await partsForTheEnd(page);
    await reviews.close(session);
    await page.getByRole('heading', { name: 'Closed without feedback' }).waitFor();
    const words = await wordsByClipboard(page);
    expect(words).toContain('A finished thought.');
    expect(words).toContain('Half a thought.');
    expect(await wordsByFile(page)).toBe(words);
  });

  it('can be copied and saved, also from an open editor, after the worker was killed', async () => {
    const waiting = await reviews.review(ownKey(), repository.path);
    const { page, session, code, ended } = await showChange(waiting);
    await comment(page, code, 'A finished thought.');
    await saved(page);
    await startOnLines(page, code, [6, 7]);
    await page.keyboard.type('Half a tho');
    await partsForTheEnd(page);
    process.kill(session.pid, 'SIGKILL');
    await page.getByRole('alert').getByText('does not answer').first().waitFor();
    // It still works after the server is gone.
    await page.locator('textarea:focus').pressSequentially('ught.');
    const words = await wordsByClipboard(page);
    expect(words).toContain('A finished thought.');
    expect(words).toContain('Half a thought.');
    expect(words).toContain('### 2. Must, lines 6–7');
    expect(await wordsByFile(page)).toBe(words);
    await page.getByText(/^Not saved: /u).waitFor();
    // The browser asks before discarding it.
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
    expect((await ended).code).toBe(12);
  });
});
