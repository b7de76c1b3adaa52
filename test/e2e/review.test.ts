import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Decision } from '../../shared/session/decision.ts';
import { colourViolations, emulateMedia, openPage, seriousViolations } from '../helpers/browser.ts';
import { decide, sendNow } from '../helpers/decide.ts';
import {
  codeOf,
  commentButton,
  commentOn,
  dragOver,
  hoverLine,
  lineNumber,
  settledTop,
} from '../helpers/code.ts';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';
import { Repository } from '../helpers/repository.ts';
import { addFinding, sharedReview, type AwaitedReview } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

// In a language whose grammar is small: that of TypeScript takes each page ten times as long to load.
const before = `use std::fs::read_to_string;

/// The sessions of a registry.
pub fn read_sessions(path: &str) -> Vec<Session> {
    let text = read_to_string(path).unwrap();
    return parse(&text).sessions;
}

pub fn count_sessions(path: &str) -> usize {
    let sessions = read_sessions(path);
    return sessions.len();
}
`;
const after = before
  .replace('return parse(&text).sessions;', 'return parse_registry(&text).sessions;')
  .replace(
    'return sessions.len();',
    'let running = sessions.iter().filter(|one| one.state == "running");\n    return running.count();',
  );

const lines = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${word}${index} = ${index}\n`).join('');

let repository: Repository;
const { reviews, browser } = await reviewsInBrowser();

beforeAll(() => {
  repository = new Repository();
  repository.write('src/registry.rs', before);
  repository.write('src/old-name.toml', 'kept = 1\n'.repeat(8));
  repository.write('src/z-long.toml', lines('one', 400));
  repository.write('src/z-giant.txt', lines('one', 3000));
  repository.write('logo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]));
  repository.write('gone.rs', 'fn gone() -> u8 {\n    return 1;\n}\n');
  repository.commit('first');
  repository.write('src/registry.rs', after);
  repository.write('src/z-long.toml', lines('two', 400));
  repository.write('src/z-giant.txt', lines('two', 3000));
  repository.write('logo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 4, 5, 6]));
  repository.git('mv', 'src/old-name.toml', 'src/new-name.toml');
  repository.git('rm', '--quiet', 'gone.rs');
});
afterAll(() => repository.remove());

const showChanges = async <Waiting extends AwaitedReview>(waiting: Waiting) => {
  const watched = await openPage(browser, waiting.session.url);
  const code = codeOf(watched.page, 'registry.rs');
  await code.getByText('parse_registry').first().waitFor();
  return { ...waiting, ...watched };
};

const share = sharedReview(() => reviews.openAwaited(['review'], repository.path));
/** The review of all other tests, which the last of them decides. */
const openChanges = async () => showChanges(await share());
const openByCommand = async () =>
  showChanges(await reviews.review(['review', '--key', 'by command'], repository.path));

const patiently = { timeout: 20_000 };

/** The line above an annotation, as side and number. */
const placeOf = (annotation: Locator): Promise<string | null> =>
  annotation.evaluate((element) => element.closest('[slot]')?.getAttribute('slot') ?? null);

describe('a code review', () => {
  it('shows highlighted code and findings at their lines, and sends comments on lines', async () => {
    const { page, problems, session, ended } = await openByCommand();
    const code = codeOf(page, 'registry.rs');
    await expect
      .poll(() => code.locator('[data-line] span[style]').count(), patiently)
      .toBeGreaterThan(5);

    await addFinding(session.url, {
      source: 'type-lint',
      filePath: 'src/registry.rs',
      lineStart: 6,
      lineEnd: 6,
      text: 'parse_registry is not imported.',
    });
    const finding = code.getByText('parse_registry is not imported.');
    await finding.waitFor();
    await expect.poll(() => placeOf(finding), patiently).toBe('annotation-additions-6');

    await (await commentOn(code, 5)).fill('Say what is read.');
    await page.keyboard.press('Control+Enter');
    const comment = code.getByText('Say what is read.');
    await comment.waitFor();
    await expect.poll(() => placeOf(comment), patiently).toBe('annotation-additions-5');

    await dragOver(code, [10, 12]);
    await code.getByRole('textbox', { name: 'Comment' }).fill('Why only those?');
    await page.keyboard.press('Control+Enter');
    await code.getByText('Why only those?').waitFor();

    await decide(page);
    const result = await ended;
    expect(result.code).toBe(10);
    const decision = JSON.parse(result.output) as Decision;
    expect(decision).toMatchObject({ id: session.id, outcome: 'feedback' });
    expect(decision.comments).toMatchObject([
      { filePath: 'src/registry.rs', side: 'new', lineStart: 5, lineEnd: 5 },
      {
        filePath: 'src/registry.rs',
        side: 'new',
        lineStart: 10,
        lineEnd: 12,
        text: 'Why only those?',
        originalCode: expect.stringContaining('state == "running"') as string,
      },
    ]);
    expect(decision.annotations).toMatchObject([{ source: 'type-lint', placement: 'in-diff' }]);
    expect(problems).toEqual([]);
  });

  it('keeps what is under the mouse while the code is redrawn', async () => {
    const { page, session } = await openChanges();
    const code = codeOf(page, 'registry.rs');
    const find = (text: string) =>
      addFinding(session.url, {
        source: 'lint',
        filePath: 'src/registry.rs',
        lineStart: 12,
        lineEnd: 12,
        text,
      });
    await hoverLine(code, 5);
    await commentButton(code).hover();
    await find('Drawn below a resting mouse.');
    await code.getByText('Drawn below a resting mouse.').waitFor();
    // The mouse has not moved since.
    await page.mouse.down();
    await find('Drawn once it is let go.');
    await page.getByRole('button', { name: '2 findings', exact: true }).waitFor();
    const chip = code.getByRole('button', { name: '2 findings' });
    expect(await chip.count()).toBe(0);
    await page.mouse.up();
    await code.getByRole('textbox', { name: 'Comment' }).waitFor();
    await chip.waitFor();
  });

  it('collapses findings on one line, and has a file tree with annotations and viewed marks, and a filter', async () => {
    const { page, session } = await openChanges();
    const code = codeOf(page, 'registry.rs');
    await addFinding(session.url, {
      source: 'lint',
      filePath: 'src/registry.rs',
      lineStart: 6,
      lineEnd: 6,
      text: 'Why?',
    });
    await code.getByText('Why?').waitFor();
    const finding = { source: 'lint', filePath: 'src/registry.rs', lineStart: 12, lineEnd: 12 };
    await addFinding(session.url, {
      annotations: ['The first.', 'The second.'].map((text) => ({ ...finding, text })),
    });
    const chip = code.getByRole('button', { name: '2 findings' });
    await chip.waitFor();
    expect(await code.getByText('The first.').count()).toBe(0);
    await chip.click();
    await code.getByText('The second.').waitFor();
    await (await commentOn(code, 5)).fill('Say it.');
    await page.keyboard.press('Control+Enter');
    const tree = page.getByRole('tree');
    const row = tree.getByRole('treeitem', { name: /registry\.rs/u });
    await row.getByText(/^3 findings/u).waitFor();
    await row.getByText(/^1 comment/u).waitFor();
    await row.getByText('+3').waitFor();
    expect(await row.getByRole('img', { name: 'Viewed' }).count()).toBe(0);
    const tick = code.getByRole('checkbox', { name: 'Viewed' });
    await tick.check();
    await row.getByRole('img', { name: 'Viewed' }).waitFor();
    const viewed = async () => (await call(`${session.url}${sessionPath('getViewed')}`)).json;
    await expect.poll(viewed).toEqual({ digests: [expect.any(String)] });
    // It would be viewed in all later reviews of the repository.
    await tick.uncheck();
    await expect.poll(viewed).toEqual({ digests: [] });
    const filter = page.getByRole('searchbox', { name: 'Filter files' });
    await filter.fill('z-l');
    await row.waitFor({ state: 'detached' });
    await tree.getByRole('treeitem', { name: /z-long\.toml/u }).waitFor();
    await filter.fill('nothing is called so');
    await page.getByText('No files match.').waitFor();
    await filter.fill('');
    await row.waitFor();
  });

  it('labels what is not code, shows a giant file only on request, and is accessible in both themes', async () => {
    const { page, problems } = await openChanges();
    await codeOf(page, 'logo.png').getByText('Binary file changed.').waitFor();
    await codeOf(page, 'new-name.toml').getByText('Renamed without changes.').waitFor();
    await codeOf(page, 'gone.rs').getByText('return').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await emulateMedia(page, { colorScheme: 'dark' });
    expect(await colourViolations(page)).toEqual([]);
    await page.getByRole('treeitem', { name: /z-giant\.txt/u }).click();
    const code = codeOf(page, 'z-giant.txt');
    await code.getByText('This change is large: 6,000 lines.').waitFor();
    expect(await code.getByText('one0').count()).toBe(0);
    await code.getByRole('button', { name: 'Show anyway' }).click();
    await code.getByText('one0').first().waitFor();
    expect(problems).toEqual([]);
  });

  it('switches between split and unified view, and keeps an open editor', async () => {
    const { page, problems } = await openChanges();
    const code = codeOf(page, 'registry.rs');
    await code.locator('[data-unified]').waitFor();
    // Unchanged lines show both numbers.
    const numbers = (line: number) =>
      lineNumber(code, line).evaluate((cell) => [
        getComputedStyle(cell, '::after').content,
        cell.textContent,
      ]);
    // Rows are redrawn once highlighted; a removed one has no style.
    await expect.poll(() => numbers(5)).toEqual(['"5"', '5']);
    await expect.poll(() => numbers(6)).toEqual(['""', '6']);
    await expect.poll(() => numbers(13)).toEqual(['"12"', '13']);
    await (await commentOn(code, 5)).fill('half a sent');
    await page.getByRole('region', { name: 'Changed files' }).focus();
    await page.keyboard.press('s');
    await code.locator('[data-deletions]').first().waitFor();
    await expect.poll(() => code.locator('[data-unified]').count(), patiently).toBe(0);
    const editor = code.getByRole('textbox', { name: 'Comment' });
    await expect.poll(() => editor.inputValue(), patiently).toBe('half a sent');
    await page.keyboard.press('s');
    await code.locator('[data-unified]').waitFor();
    expect(problems).toEqual([]);
  });

  it('keeps the reading position when a finding arrives above it', async () => {
    const { page, session } = await openChanges();
    await page.getByRole('treeitem', { name: /z-long\.toml/u }).click();
    const code = codeOf(page, 'z-long.toml');
    await code.locator('[data-column-number="1"]').first().hover();
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 300);
        return lineNumber(code, 200).isVisible();
      }, patiently)
      .toBe(true);
    // Wheel scrolling finishes one frame later.
    const was = await settledTop(lineNumber(code, 200));
    const firstInView = await lineNumber(code, 200).evaluate((element) => {
      const viewTop = document.querySelector('.diff-view')?.getBoundingClientRect().top ?? 0;
      const numbers = element.parentElement?.querySelectorAll('[data-column-number]') ?? [];
      const first = [...numbers].find(
        (number) => number.getBoundingClientRect().top > viewTop + 40,
      );
      return Number(first?.getAttribute('data-column-number'));
    });
    expect(firstInView).toBeGreaterThan(100);
    // Far above, in the part rendered above the viewport, and in another file.
    for (const [filePath, line] of [
      ['src/z-long.toml', 3],
      ['src/z-long.toml', firstInView - 4],
      ['src/registry.rs', 6],
    ] as const)
      await addFinding(session.url, {
        source: 'lint',
        filePath,
        lineStart: line,
        lineEnd: line,
        text: 'It stands above.',
      });
    await page.getByRole('button', { name: '3 findings', exact: true }).waitFor();
    await code.locator('.diff-badge-finding').getByText('2').waitFor();
    await code.getByText('It stands above.').first().waitFor({ state: 'attached' });
    // Heights of findings are fractional, scroll offsets are not.
    expect(Math.abs((await settledTop(lineNumber(code, 200))) - was)).toBeLessThan(1);
  });

  it('can be done by keyboard alone', async () => {
    const { page, session, ended } = await openChanges();
    await page.getByRole('tree', { name: 'Changed files' }).focus();
    await page.keyboard.type('reg');
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: /registry\.rs/u, selected: true }).waitFor();
    await page.getByRole('region', { name: 'Changed files' }).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('By the keyboard.');
    await page.keyboard.press('Control+Enter');
    await codeOf(page, 'registry.rs').getByText('By the keyboard.').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Control+Enter');
    await sendNow(page);
    const decision = JSON.parse((await ended).output) as Decision;
    expect(decision).toMatchObject({
      id: session.id,
      outcome: 'feedback',
      comments: [{ filePath: 'src/registry.rs', text: 'By the keyboard.', lineStart: 6 }],
    });
  });
});
