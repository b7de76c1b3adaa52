import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { allViolations, openPage } from '../helpers/browser.ts';
import { codeOf } from '../helpers/code.ts';
import { openDecision } from '../helpers/decide.ts';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';
import { Repository } from '../helpers/repository.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

const blockOf = (page: Page, text: string) => page.locator('.block', { hasText: text });

const write = async (page: Page, text: string, words: string): Promise<void> => {
  const block = blockOf(page, text);
  await block.hover();
  await block.getByRole('button', { name: 'Comment on this block' }).click();
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type(words);
};

const comment = async (page: Page, text: string, words: string): Promise<void> => {
  await write(page, text, words);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('article').getByText(words).waitFor();
};

it('a draft is found again by the key, and each comment where its text is now', async () => {
  const file = join(reviews.folder, 'draft.md');
  const open = () => reviews.open(['plan', 'draft.md', '--key', 'a draft that comes back']);
  await writeFile(
    file,
    '# Plan\n\nThe reader is switched first.\n\nThe parser is moved out of the server.\n\nThe old table is dropped.\n\nThen all of it is tested.\n',
  );
  const first = await open();
  const { page } = await openPage(browser, first.url);
  await comment(page, 'The reader is switched first.', 'Why first?');
  await comment(page, 'The parser is moved', 'By whom?');
  await comment(page, 'The old table is dropped.', 'And its data?');
  await write(page, 'Then all of it is tested.', 'Half a sent');
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  await reviews.close(first);
  await page.close();

  await writeFile(
    file,
    '# Plan\n\nA new paragraph.\n\nThen all of it is tested.\n\nThe parser is moved off the server.\n\nThe reader is switched first.\n',
  );
  const again = await open();
  const { page: later, problems } = await openPage(browser, again.url);
  await blockOf(later, 'The reader is switched first.').getByText('Why first?').waitFor();
  const moved = blockOf(later, 'The parser is moved off the server.').getByRole('article');
  await moved.getByText('By whom?').waitFor();
  await moved.getByText('Changed since').waitFor();
  const editor = blockOf(later, 'Then all of it is tested.').getByRole('textbox');
  await expect.poll(() => editor.inputValue()).toBe('Half a sent');
  await later.getByRole('button', { name: '4 comments' }).click();
  const lost = later
    .getByRole('group', { name: 'Your comments' })
    .getByRole('article')
    .filter({ hasText: 'And its data?' });
  await lost.getByText('The old table is dropped.').waitFor();
  await lost.getByText('Its phrase was not found in the text.').waitFor();

  // As it is shown, it is also kept and sent.
  await expect
    .poll(async () => (await call(`${again.url}${sessionPath('getDraft')}`)).json)
    .toMatchObject({
      draft: {
        comments: [
          { text: 'Why first?', startLine: 9 },
          { text: 'By whom?', startLine: 7, foundText: 'The parser is moved off the server.' },
          {
            text: 'And its data?',
            startLine: 7,
            originalText: 'The old table is dropped.',
            isOutdated: true,
          },
        ],
      },
    });
  expect(problems).toEqual([]);
  await reviews.close(again);
});

it('a draft of a code change is found again, and each comment where its code is now', async () => {
  const repository = new Repository();
  const lines = (...names: string[]) => names.map((name) => `let ${name} = 1;\n`).join('');
  const names = ['a', 'b', 'c', 'd', 'e'];
  repository.write('a.rs', '// Old.\n');
  repository.write('b.rs', '// Old.\n');
  repository.commit('first');
  repository.write('a.rs', lines(...names));
  repository.write('b.rs', lines('untouched'));
  const open = () => reviews.open(['review', '--key', 'code that comes back'], repository.path);
  const first = await open();
  const on = (line: number, name: string) => ({
    id: name,
    scope: 'line',
    filePath: 'a.rs',
    side: 'new',
    kind: 'must',
    lineStart: line,
    lineEnd: line,
    text: `On ${name}.`,
    originalCode: `let ${name} = 1;`,
  });
  const target = { filePath: 'a.rs', side: 'new', lineStart: 5, lineEnd: 5 };
  const editor = {
    key: 'half',
    kind: 'must',
    text: 'Half a sent',
    target: { kind: 'lines', target, originalCode: 'let e = 1;' },
  };
  const comments = [on(1, 'a'), on(2, 'b'), on(4, 'd')];
  const body = { version: 2, generation: 1, comments, editors: [editor] };
  const draft = `${first.url}${sessionPath('saveDraft')}`;
  expect((await call(draft, { method: 'PUT', body })).status).toBe(200);
  await reviews.close(first);

  repository.write('a.rs', `// New.\n// Too.\n${lines('a', 'c', 'd', 'e')}`);
  const again = await open();
  const { page, problems } = await openPage(browser, again.url);
  await page.getByText('On d.').waitFor();
  const kept = `${again.url}${sessionPath('getDraft', { query: { version: '2' } })}`;
  await expect
    .poll(async () => (await call(kept)).json)
    .toMatchObject({
      contentVersion: 1,
      draft: {
        comments: [{ lineStart: 3 }, { lineStart: 2, isOutdated: true }, { lineStart: 5 }],
        editors: [{ target: { target: { lineStart: 6 } } }],
      },
    });
  const code = codeOf(page, 'a.rs');
  await expect
    .poll(() =>
      code.locator('textarea').evaluate((one) => one.closest('[slot]')?.getAttribute('slot')),
    )
    .toBe('annotation-additions-6');
  await page.getByRole('button', { name: '4 comments' }).click();
  await page.getByText('a.rs:2 · The code has changed').waitFor();
  expect(problems).toEqual([]);
  await reviews.close(again);
  repository.remove();
});

it('a draft of a folder is of the documents as they are now, also of those that nobody opens', async () => {
  const folder = join(reviews.folder, 'drafted');
  const put = (name: string, text: string) => writeFile(join(folder, name), text);
  await mkdir(folder);
  const names = ['README.md', 'moved.md', 'gone.md', 'merged.md', 'clash.md'];
  const text = '# Title\n\nFirst words.\n\nLast words.\n';
  for (const name of names) await put(name, text);
  // HTML among them: they are opened one by one.
  await put('page.html', '<h1>Page</h1>');
  const open = () => reviews.open(['document', folder, '--key', 'a folder that comes back']);
  const first = await open();
  const on = (file: string, originalText = 'Last words.') => ({
    id: file,
    type: 'COMMENT',
    kind: 'must',
    text: `On ${file}.`,
    originalText,
    file,
    section: 'Title',
    blockId: 'b9',
    startOffset: 0,
    endOffset: 11,
    startLine: 5,
    endLine: 5,
  });
  const mine = text.replace('Last', 'My last');
  const edit = (file: string) => ({ file, hash: 'of then', base: text, text: mine });
  const body = {
    version: 2,
    generation: 1,
    comments: [on('README.md', 'Middle words.'), on('moved.md'), on('gone.md')],
    editors: [],
    edits: [edit('merged.md'), edit('clash.md'), edit('gone.md')],
  };
  const draft = `${first.url}${sessionPath('saveDraft')}`;
  expect((await call(draft, { method: 'PUT', body })).status).toBe(200);
  await reviews.close(first);

  await put('moved.md', text.replace('Last', 'New.\n\n## Two\n\nLast'));
  await rm(join(folder, 'gone.md'));
  await put('merged.md', text.replace('First', 'Their first'));
  await put('clash.md', text.replace('Last', 'Their last'));
  const again = await open();
  const { page, problems } = await openPage(browser, again.url);
  const kept = `${again.url}${sessionPath('getDraft', { query: { version: '2' } })}`;
  await expect
    .poll(async () => (await call(kept)).json)
    .toMatchObject({
      draft: {
        comments: [
          { startLine: 5, isOutdated: true },
          { startLine: 9, section: 'Two' },
          { startLine: 5, isOutdated: true },
        ],
        edits: [
          { text: '# Title\n\nTheir first words.\n\nMy last words.\n' },
          { text: mine, isOutdated: true },
          { file: 'gone.md', text: mine, isOutdated: true },
        ],
      },
    });
  await page.getByRole('button', { name: '3 comments' }).click();
  const listed = page.getByRole('group', { name: 'Your comments' }).getByRole('article');
  for (const name of ['README.md', 'gone.md'])
    await listed
      .filter({ hasText: `On ${name}.` })
      .getByText('Its phrase was not found in the text.')
      .waitFor();

  // What the agent would get.
  const popover = await openDecision(page);
  await popover.getByText('2 of an earlier text: merge first').waitFor();
  await popover.getByRole('button', { name: 'Preview what the agent reads' }).click();
  const read = page.getByRole('region', { name: 'What the agent will read' });
  await read.getByText('line 9, under "Two"').waitFor();
  const feedback = (await read.textContent()) ?? '';
  expect(feedback.match(/line 5 of an earlier version/gu)).toHaveLength(2);
  expect(feedback).toContain(' Their first words.\n \n-Last words.\n+My last words.\n');
  expect(feedback).toContain(
    '`drafted/clash.md` was edited, but not saved, and is not what it was then',
  );
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  // The reviewer merges the other one, and sees what comes of it.
  const edits = page.getByRole('list', { name: 'Unsaved edits' });
  const clash = edits.getByRole('listitem').filter({ hasText: 'clash.md' });
  await clash.getByText('Its text has changed in the same lines since').waitFor();
  await clash.getByRole('button', { name: 'Unsaved edit of clash.md' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit' });
  await dialog.getByLabel('Keep both').check();
  await dialog.getByText('Their last words. My last words.').waitFor();
  expect(await allViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Use merged text' }).click();
  await expect
    .poll(async () => JSON.stringify((await call(kept)).json))
    .not.toMatch(/"file":"clash.md"[^}]*"isOutdated"|"isOutdated"[^}]*"file":"clash.md"/u);
  await clash.getByText('Its text has changed').waitFor({ state: 'detached' });
  // Of the document that is gone, its blocks and its text are asked for once.
  const refused = () =>
    problems
      .filter((problem) => problem.startsWith('404'))
      .map((problem) => new URL(problem.slice(4)).pathname)
      .toSorted();
  await expect.poll(refused).toEqual([sessionPath('getPlan'), sessionPath('getSource')]);
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  await reviews.close(again);
});
