import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../shared/session/decision.ts';
import { emulateMedia, openPage, partsForTheEnd, seriousViolations } from '../helpers/browser.ts';
import { settledTop } from '../helpers/code.ts';
import { decide } from '../helpers/decide.ts';
import { call } from '../helpers/http-call.ts';
import { openDocumentPage } from '../helpers/document-page.ts';
import { sessionPath } from '../helpers/paths.ts';
import { addFinding, sharedReview } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

const openDocument = (name: string, text: string, options: BrowserContextOptions = {}) =>
  openDocumentPage({ reviews, browser, name, text, options });

const shareLong = sharedReview(async () => {
  const parts = Array.from({ length: 400 }, (_, at) => `Words of part ${at + 1}.`);
  parts[3] = 'A claim[^a].';
  const text = ['# Long', ...parts, '[^a]: The proof.'].join('\n\n');
  await writeFile(join(reviews.folder, 'long.md'), text);
  return reviews.open(['document', 'long.md']);
});
/** A long document with a footnote, for tests that leave no words in it. */
const openLong = async () => {
  const watched = await openPage(browser, (await shareLong()).url);
  await watched.page.locator('[data-block]').first().waitFor();
  return watched;
};

/** Submits the review and returns the decision. */
const send = async (page: Page, ended: Promise<{ readonly output: string }>): Promise<Decision> => {
  await decide(page, { verdict: 'Send feedback' });
  await page.getByRole('heading', { name: 'Feedback sent' }).waitFor();
  return JSON.parse((await ended).output) as Decision;
};

describe('a document', { timeout: 120_000 }, () => {
  it('has footnotes with links to the text and back', async () => {
    const { page, problems } = await openLong();
    const proof = page.locator('.block', { hasText: 'The proof.' });
    await page.getByRole('link', { name: '1', exact: true }).click();
    await expect.poll(() => proof.evaluate((row) => row === document.activeElement)).toBe(true);
    await page.getByText('The proof.').waitFor();
    await proof.getByRole('link', { name: 'Back to the text' }).click();
    const claim = page.locator('.block', { hasText: 'A claim' });
    await expect.poll(() => claim.evaluate((row) => row === document.activeElement)).toBe(true);
    expect(problems).toEqual([]);
  });

  it('shows diagrams as images, and their source on request, in lists, quotes and footnotes, too, which does not affect comments', async () => {
    const { page, problems, ended } = await openDocument(
      'diagrams.md',
      '# Flow\n\n```mermaid\nflowchart LR\n  A[Start] -->|edge| B[End]\n```\n\n```mermaid\nflowchart LR\n  A[Broken -->\n```\n\n' +
        '```mermaid\nflowchart LR\n  A[Styled]\n  style A fill:url(http://x.invalid)\n```\n\n' +
        '- One\n\n  ```mermaid\n  flowchart LR\n    A[Listed] --> B\n  ```\n\n  Behind it.\n\n' +
        '> ```mermaid\n> pie\n>   "Quoted": 3\n> ```\n>\n> ```mermaid\n> flowchart LR\n>   A[Torn -->\n> ```\n\n' +
        'Text[^a].\n\n[^a]: Note.\n\n    ```mermaid\n    sequenceDiagram\n    A->>B: Noted\n    ```\n',
    );
    const picture = page.getByRole('img', { name: 'Diagram (flowchart)' }).first();
    await picture.waitFor();
    const drawn = await picture.evaluate((image: HTMLImageElement) =>
      image.decode().then(() => image.naturalWidth),
    );
    expect(drawn).toBeGreaterThan(100);
    const sourceOf = async (image: Locator) =>
      decodeURIComponent((await image.getAttribute('src')) ?? '');
    expect(await sourceOf(picture)).toContain('Start');
    const drawing = await page.context().newPage();
    await drawing.setContent(await sourceOf(picture));
    const label = drawing.locator('.edgeLabel rect').first();
    // The edge's line must not show through.
    expect(
      await label.evaluate((rect) => [getComputedStyle(rect).opacity, getComputedStyle(rect).fill]),
    ).toEqual(['1', 'rgb(252, 252, 253)']);
    await drawing.close();
    const broken = page.getByRole('note', { name: 'This diagram cannot be drawn' });
    await broken.first().waitFor();
    await page.getByRole('note', { name: 'could load something' }).waitFor();
    await page.getByText('A[Broken').waitFor();
    await page.getByRole('button', { name: 'Show source' }).first().click();
    await page.getByText('A[Start] -->|edge| B[End]').waitFor();
    await page.getByRole('button', { name: 'Show picture' }).click();
    const light = await picture.getAttribute('src');
    await emulateMedia(page, { colorScheme: 'dark' });
    await expect.poll(() => picture.getAttribute('src')).not.toBe(light);
    await emulateMedia(page, { colorScheme: 'light' });

    for (const [kind, word, behind] of [
      ['flowchart', 'Listed', 'Behind it.'],
      ['pie', 'Quoted', 'A[Torn'],
      ['sequenceDiagram', 'Noted', 'Note.'],
    ] as const) {
      const block = page.locator('.block', { hasText: behind });
      const nested = block.getByRole('img', { name: `Diagram (${kind})` });
      await expect
        .poll(async () => {
          // Diagrams are drawn when near, and images above push it away.
          await block.scrollIntoViewIfNeeded();
          return nested.isVisible();
        })
        .toBe(true);
      expect(await sourceOf(nested)).toContain(word);
    }
    await expect.poll(() => page.locator('.diagram-workshop').count()).toBe(0);
    await page.getByText('A[Torn').waitFor();
    const list = page.locator('.block', { hasText: 'Behind it.' });
    const source = list.locator('pre');
    await source.waitFor({ state: 'hidden' });
    await list.getByRole('button', { name: 'Show source' }).click();
    await source.waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await list.getByRole('button', { name: 'Show picture' }).click();
    await source.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await broken.last().boundingBox())?.height).toBeGreaterThan(10);
    await list.getByText('Behind it.').evaluate((element) => {
      getSelection()?.selectAllChildren(element);
    });
    await page.getByRole('toolbar', { name: 'Selected text' }).waitFor();
    await page.keyboard.press('c');
    await page.keyboard.insertText('Behind what?');
    await page.keyboard.press('Control+Enter');
    const { comments } = await send(page, ended);
    expect(comments).toMatchObject([{ originalText: 'Behind it.', startLine: 26, endLine: 26 }]);
    expect(problems).toEqual([]);
  });
});

/** The vertical gap from the bottom of one element to the top of another. */
const gapBelow = async (above: Locator, below: Locator): Promise<number> => {
  const [upper, lower] = [await above.boundingBox(), await below.boundingBox()];
  return (lower?.y ?? 0) - (upper?.y ?? 0) - (upper?.height ?? 0);
};

describe('a part of a block', { timeout: 120_000 }, () => {
  const items = Array.from({ length: 60 }, (_, at) => `${at + 1}. Item ${at + 1}.`).join('\n');

  it('such as a list item can be commented on in place, by mouse and by keyboard', async () => {
    const { page, problems, session, ended } = await openDocument(
      'items.md',
      `# Items\n\n${items}\n\nEnd.\n`,
    );
    const top = () => page.locator('main').evaluate(({ scrollTop }) => scrollTop);
    const item = (number: number) =>
      page
        .locator('main')
        .getByRole('listitem')
        .nth(number - 1);
    const plus = page.getByRole('button', { name: 'Comment on this item' });
    await item(40).scrollIntoViewIfNeeded();
    await item(40).hover();
    await expect.poll(async () => Math.abs(await gapBelow(item(40), plus))).toBeLessThan(30);
    await item(38).hover();
    await expect.poll(async () => Math.abs(await gapBelow(item(38), plus))).toBeLessThan(30);
    await settledTop(item(38));
    const before = await top();
    await plus.click();
    await page.keyboard.insertText('On one item.');
    const editor = page.locator('.comment-editor');
    // The content below makes room once the size is known.
    await expect.poll(() => gapBelow(item(38).locator('.block-notes'), editor)).toBeLessThan(0);
    await expect.poll(() => gapBelow(editor, item(39))).toBeGreaterThanOrEqual(0);
    expect(await top()).toBe(before);
    await page.keyboard.press('Control+Enter');
    await item(38)
      .getByRole('article', { name: 'Your comment' })
      .getByText('On one item.')
      .waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('c');
    await item(39).locator('textarea:focus').waitFor();
    await page.keyboard.type('On the next.');
    await page.keyboard.press('Control+Enter');
    await addFinding(session.url, {
      source: 'vale',
      type: 'COMMENT',
      originalText: 'Item 41.',
      text: 'A finding.',
    });
    await item(41).getByRole('button', { name: '1 finding: vale' }).click();
    await item(41).getByText('A finding.').waitFor();
    const marks = () =>
      page.evaluate(() =>
        ['comment', 'finding'].map((name) => [...(CSS.highlights.get(name) ?? [])].map(String)),
      );
    await expect.poll(marks).toEqual([['Item 38.', 'Item 39.'], ['Item 41.']]);
    expect(await seriousViolations(page)).toEqual([]);
    const { comments } = await send(page, ended);
    expect(comments).toMatchObject([
      { originalText: 'Item 38.', startLine: 40, endLine: 40 },
      { originalText: 'Item 39.', startLine: 41, endLine: 41 },
    ]);
    expect(problems).toEqual([]);
  });

  it('such as a table row or a line of highlighted code keeps its shape and text when commented on, and loads no diagrams', async () => {
    const { page, problems, ended } = await openDocument(
      'parts.md',
      '# Parts\n\n```ts\nconst one = 1;\nconst two = 2;\n```\n\n```unknown\nplain\n```\n\n| a | b |\n|---|---|\n| 1 | one |\n| 2 | two |\n\n' +
        '```ts\nconst one = 1;\n\nconst two = 2;\nconst three = 3;\n```\n',
    );
    const first = page.locator('code.language-ts').first();
    await expect.poll(() => first.locator('span').count()).toBeGreaterThan(2);
    expect(await first.textContent()).toBe('const one = 1;\nconst two = 2;\n');
    expect(await page.locator('code.language-unknown span').count()).toBe(0);
    await first.evaluate((element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      let found: Node | null = null;
      while (texts.nextNode() !== null)
        if (texts.currentNode.textContent?.includes('two') === true) found = texts.currentNode;
      if (found !== null) getSelection()?.selectAllChildren(found.parentNode ?? found);
    });
    await page.getByRole('toolbar', { name: 'Selected text' }).waitFor();
    await page.keyboard.press('c');
    await page.keyboard.insertText('Why two?');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('comment')?.size ?? 0)).toBe(1);
    const fetched = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    expect(fetched.filter((name) => /draw-diagram|mermaid/u.test(name))).toEqual([]);

    const code = page.locator('code.language-ts').last();
    const source = await code.textContent();
    const row = page.getByRole('row', { name: '1 one' });
    const width = async () => (await row.boundingBox())?.width;
    const before = await width();
    await row.hover();
    await page.getByRole('button', { name: 'Comment on this row' }).click();
    await page.keyboard.insertText('A row.');
    const editor = page.locator('.comment-editor');
    await expect.poll(async () => Math.abs(await gapBelow(row, editor))).toBeLessThan(12);
    await expect.poll(async () => (await editor.boundingBox())?.width).toBeGreaterThan(300);
    await expect.poll(width).toBe(before);
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    // Empty lines cannot be commented on.
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await code.locator('textarea:focus').waitFor();
    await page.keyboard.type('A line, ');
    await expect.poll(() => code.locator('> span').count()).toBeGreaterThan(2);
    // Highlighting does not disturb the editor.
    await page.keyboard.type('written on.');
    await page.keyboard.press('Control+Enter');
    await code
      .getByRole('article', { name: 'Your comment' })
      .getByText('A line, written on.')
      .waitFor();
    await settledTop(code);
    const box = await code.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) - 6);
    const plus = page
      .locator('.block', { hasText: 'const three' })
      .getByRole('button', { name: 'Comment on this line' });
    await expect
      .poll(async () => ((await plus.boundingBox())?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0))
      .toBeGreaterThan(-40);
    await plus.click();
    await page.keyboard.insertText('The last one.');
    await page.keyboard.press('Control+Enter');
    const marks = () => page.evaluate(() => [...(CSS.highlights.get('comment') ?? [])].map(String));
    await expect
      .poll(marks)
      .toEqual(expect.arrayContaining(['const two = 2;', 'const three = 3;']));
    const ownText = () =>
      code.evaluate((element) => {
        const copy = element.cloneNode(true) as Element;
        for (const inset of copy.querySelectorAll('[data-inset]')) inset.remove();
        return copy.textContent;
      });
    await expect.poll(ownText).toBe(source);
    const { comments } = await send(page, ended);
    expect(comments).toMatchObject([
      { text: 'Why two?', startLine: 5, endLine: 5 },
      { text: 'A row.', startLine: 14, endLine: 14, startOffset: expect.any(Number) as number },
      { originalText: 'const two = 2;', startLine: 20, startOffset: 16, endOffset: 30 },
      { originalText: 'const three = 3;', startLine: 21, startOffset: 31, endOffset: 47 },
    ]);
    expect(problems).toEqual([]);
  });

  it('costs nothing without annotations, however large the block is', async () => {
    const rows = Array.from({ length: 1000 }, (_, at) => `| ${at + 1} | row ${at + 1} |`).join(
      '\n',
    );
    const { page } = await openDocument('rows.md', `# Rows\n\n| n | row |\n|---|---|\n${rows}\n`);
    await partsForTheEnd(page);
    const elements = () => page.locator('.document *').count();
    // Its last parts arrive after first paint.
    let before = 0;
    await expect
      .poll(async () => {
        const was = before;
        before = await elements();
        return before - was;
      })
      .toBe(0);
    await page.getByRole('row', { name: '20 row 20', exact: true }).hover();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(await elements()).toBe(before);
    await page.keyboard.press('c');
    await page.locator('.comment-editor').waitFor();
    expect((await elements()) - before).toBeLessThan(40);
  });

  it('follows its own text direction, and so do its annotations', async () => {
    const { page, session } = await openDocument(
      'directions.md',
      '# Directions\n\nLeft.\n\nשלום עולם.\n\n- left\n- ימין\n\n| a | b |\n|---|---|\n| left | ימין |\n\n```\nימין = 1;\n```\n',
    );
    await addFinding(session.url, {
      source: 'x',
      type: 'COMMENT',
      originalText: 'Left.',
      text: 'ממצא אחד',
    });
    await page.getByRole('button', { name: '1 finding: x' }).click();
    await page.locator('main').getByText('ממצא אחד', { exact: true }).waitFor();
    const direction = (locator: Locator) =>
      locator.evaluate((element) => getComputedStyle(element).direction);
    for (const [text, expected] of [
      ['Left.', 'ltr'],
      ['שלום עולם.', 'rtl'],
      ['left', 'ltr'],
      ['ימין', 'rtl'],
      ['ממצא אחד', 'rtl'],
    ] as const)
      for (const place of await page.locator('main').getByText(text, { exact: true }).all())
        expect(await direction(place), text).toBe(expected);
    expect(await direction(page.getByText('ימין = 1;'))).toBe('ltr');
    await page.keyboard.press('g');
    await page.keyboard.type('הערה');
    await expect.poll(() => direction(page.getByRole('textbox', { name: 'Comment' }))).toBe('rtl');
  });
});

describe('selecting text', { timeout: 120_000 }, () => {
  const text = '# Title\n\nFirst paragraph of words.\n\nSecond paragraph.\n\nThird paragraph.\n';
  const share = sharedReview(async () => {
    await writeFile(join(reviews.folder, 'words.md'), text);
    return reviews.openAwaited(['document', 'words.md']);
  });
  const openWords = async (options: BrowserContextOptions = {}) => {
    const waiting = await share();
    const watched = await openPage(browser, waiting.session.url, options);
    await watched.page.locator('[data-block]').first().waitFor();
    return { ...waiting, ...watched };
  };
  const selected = (page: Page) => page.evaluate(() => getSelection()?.toString().trim() ?? '');

  it('works by keyboard on a fresh page, which can also be scrolled by keyboard', async () => {
    const { page, problems } = await openLong();
    const top = () => page.locator('main').evaluate(({ scrollTop }) => scrollTop);
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => selected(page)).toBe('L');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => selected(page)).toMatch(/^Long\s+Words of part 1\.\s+W$/u);
    await page.keyboard.press('Escape');
    let before = 0;
    for (const key of ['Space', 'PageDown', 'ArrowDown', 'End']) {
      // Repeats a step that was cut short by blocks getting their final size.
      const press = () => page.keyboard.press(key).then(top);
      await expect.poll(press, { message: key }).toBeGreaterThan(before);
      before = await top();
    }
    await expect.poll(() => page.keyboard.press('Home').then(top)).toBe(0);
    // What is now focused is in view: scrolling does not jump back.
    await expect.poll(() => page.keyboard.press('PageDown').then(top)).toBeGreaterThan(300);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    // Blocks above that get their final size change this number, but nothing visible.
    expect(await top()).toBeGreaterThan(200);
    before = await top();
    await expect.poll(() => page.keyboard.press('ArrowDown').then(top)).toBeGreaterThan(before);
    expect(problems).toEqual([]);
  });

  it('works by mouse, with labels of the settings, and overlapping findings are marked as such', async () => {
    const { page, session } = await openWords();
    for (const originalText of ['First paragraph', 'paragraph of words'])
      await addFinding(session.url, { source: 'x', type: 'COMMENT', originalText, text: 'y' });
    const overlap = () =>
      page.evaluate(() => [...(CSS.highlights.get('overlap') ?? [])].map(String));
    await expect.poll(overlap).toEqual(['paragraph']);
    const changed = await page.request.post(`${session.url}${sessionPath('getConfig')}`, {
      data: { quickLabels: [{ label: 'Own <b>', text: 'Own words.' }, { label: 'Bare' }] },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(changed.status()).toBe(200);
    // This page's stream may not have been open yet.
    await page.reload();
    await page.getByText('Second paragraph.').dblclick({ position: { x: 20, y: 10 } });
    await page.getByRole('button', { name: 'Own <b>' }).click();
    await page.getByText('Own words.').first().waitFor();
    await page.getByText('Third paragraph.').dblclick({ position: { x: 20, y: 10 } });
    await page.getByRole('button', { name: 'Bare' }).click();
    await expect.poll(() => page.getByRole('article', { name: 'Your comment' }).count()).toBe(2);
    await page.request.post(`${session.url}${sessionPath('getConfig')}`, {
      data: { quickLabels: null },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
  });

  it('works by touch, with the toolbar clear of the handles', async () => {
    const { page } = await openWords({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 360, height: 700 },
    });
    await page.getByText('First paragraph of words.').evaluate((element) => {
      getSelection()?.selectAllChildren(element);
    });
    const toolbar = page.getByRole('toolbar', { name: 'Selected text' });
    await toolbar.waitFor();
    // It is placed once its size is known.
    await expect
      .poll(() => gapBelow(page.getByText('First paragraph of words.'), toolbar))
      .toBeGreaterThanOrEqual(40);
    await settledTop(toolbar);
    const box = await toolbar.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    await toolbar.getByRole('button', { name: 'Comment' }).tap();
    await page.getByRole('textbox', { name: 'Comment', exact: true }).waitFor();
  });

  // The last of those that share a review.
  it('works by keyboard: by line, word and character, for comments, suggestions, deletions and labels', async () => {
    const { page, problems, ended } = await openWords();
    const toolbar = page.getByRole('toolbar', { name: 'Selected text' });
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => selected(page)).toBe('First paragraph of words.');
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => selected(page)).toMatch(/^First[^]*Second paragraph\.$/u);
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('c');
    await page.keyboard.type('On the first.');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('j');
    await page.keyboard.press('Control+Shift+ArrowRight');
    await expect.poll(() => selected(page)).toBe('Second');
    await page.keyboard.press('s');
    const suggestion = page.getByRole('textbox', { name: /suggest/iu });
    await expect.poll(() => suggestion.inputValue()).toBe('Second');
    await suggestion.fill('Next');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+ArrowLeft');
    await toolbar.waitFor();
    await page.keyboard.press('d');
    await page.keyboard.press('Control+Shift+ArrowDown');
    await expect.poll(() => selected(page)).toBe('Third paragraph.');
    await toolbar.waitFor();
    await page.keyboard.press('4');
    const { comments } = await send(page, ended);
    expect(comments).toMatchObject([
      { originalText: 'First paragraph of words.', text: 'On the first.', startLine: 3 },
      { originalText: 'Second', kind: 'replace', suggestedText: 'Next' },
      { type: 'DELETION', originalText: '.' },
      {
        originalText: 'Third paragraph.',
        kind: 'must',
        text: expect.stringContaining('risky') as string,
      },
    ]);
    expect(problems).toEqual([]);
  });
});

describe('a source that changes on disk', { timeout: 90_000 }, () => {
  it('is offered, and read only when the reviewer asks, without losing anything written', async () => {
    const { page, problems, session, ended } = await openDocument(
      'changing.md',
      '# Title\n\nKept words.\n\nLost words.\n',
    );
    await addFinding(session.url, {
      source: 'vale',
      type: 'COMMENT',
      originalText: 'Kept words',
      text: 'A finding.',
    });
    const comment = async (text: string, words: string) => {
      const row = page.locator('.block', { hasText: text }).first();
      await row.hover();
      await row.getByRole('button', { name: 'Comment on this block' }).click();
      await page.keyboard.type(words);
    };
    await comment('Lost words.', 'On what goes.');
    await page.keyboard.press('Control+Enter');
    await comment('Kept words.', 'Being writ');
    await writeFile(
      join(reviews.folder, 'changing.md'),
      '# Title\n\nNew above.\n\nKept words.\n\nMore.\n',
    );
    const refresh = page.getByRole('button', { name: 'Refresh' });
    await refresh.waitFor();
    await page.keyboard.type('ten.');
    expect(await page.getByText('New above.').count()).toBe(0);
    await refresh.click();
    await page.getByText('New above.').waitFor();
    await expect.poll(() => refresh.count()).toBe(0);
    const editor = page.locator('.block', { hasText: 'Kept words.' }).getByRole('textbox');
    await expect.poll(() => editor.inputValue()).toBe('Being written.');
    await expect
      .poll(async () => {
        const { json } = await call(`${session.url}${sessionPath('listAnnotations')}`);
        return (json as { annotations: { startLine?: number }[] }).annotations[0]?.startLine;
      })
      .toBe(5);

    // The content stays as it is if the file cannot be read any more.
    await writeFile(join(reviews.folder, 'changing.md'), 'binary \0\0');
    await refresh.click();
    await page.getByText('Refresh failed').waitFor();
    await page.getByText('New above.', { exact: true }).waitFor();
    expect((await call(`${session.url}${sessionPath('getPlan')}`)).json).toMatchObject({
      version: 2,
    });

    await page.getByRole('button', { name: /^\d+ comments?$/u }).click();
    await page.getByRole('article', { name: 'Your comment' }).getByText('Lost words.').waitFor();
    await editor.click();
    await page.keyboard.press('Control+Enter');
    const { comments } = await send(page, ended);
    expect(comments).toMatchObject([
      { originalText: 'Lost words.', text: 'On what goes.' },
      { originalText: 'Kept words.', text: 'Being written.', startLine: 5 },
    ]);
    // The refresh that failed.
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
  });

  it('keeps the reading position, in a folder, too', async () => {
    await mkdir(join(reviews.folder, 'kept'));
    const part = (file: number) => (_: unknown, at: number) =>
      `## Part ${file}.${at}\n\nText ${file}.${at}.`;
    const textOf = (file: number) => Array.from({ length: 30 }, part(file)).join('\n\n');
    for (let file = 1; file <= 4; file += 1)
      await writeFile(join(reviews.folder, 'kept', `${file}.md`), textOf(file));
    const { session } = await reviews.openAwaited(['document', 'kept']);
    const { page } = await openPage(browser, session.url);
    const read = page.getByText('Text 3.15.', { exact: true });
    await read.evaluate((element) => element.scrollIntoView());
    const above = '# New\n\n' + 'More words.\n\n'.repeat(30);
    await writeFile(join(reviews.folder, 'kept', '1.md'), above + textOf(1));
    const refresh = page.getByRole('button', { name: 'Refresh' });
    await refresh.waitFor();
    await refresh.focus();
    await read.evaluate((element) => element.scrollIntoView());
    const before = await settledTop(read);
    await page.keyboard.press('Enter');
    await page.getByText('More words.').first().waitFor();
    await expect.poll(() => refresh.count()).toBe(0);
    expect(Math.abs((await settledTop(read)) - before)).toBeLessThan(2);
  });
});
