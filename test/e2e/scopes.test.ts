import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allViolations, openPage } from '../helpers/browser.ts';
import { codeOf, commentOn, lineNumber } from '../helpers/code.ts';
import { Repository } from '../helpers/repository.ts';
import { addFinding } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

// Its files are in a language whose grammar is small, since each scope is highlighted.
let repository: Repository;
const { reviews, browser } = await reviewsInBrowser();

beforeAll(() => {
  repository = new Repository();
  // More commits than are listed at once.
  const earlier = Array.from(
    { length: 50 },
    (_, index) =>
      `commit refs/heads/main\ncommitter A Tester <tester@example.org> now\ndata 10\nEarlier ${10 + index}\n`,
  );
  execFileSync('git', ['fast-import', '--quiet', '--date-format=now'], {
    cwd: repository.path,
    input: earlier.join(''),
  });
  repository.write('a.toml', 'a = 1\nsame = true\n');
  repository.commit('The beginning');
  repository.git('checkout', '--quiet', '-b', 'feature');
  repository.write('a.toml', 'a = 2\nsame = true\n');
  repository.commit('Count to two\n\nSince one is not enough.');
  repository.write('b.toml', 'b = 1\n');
  repository.commit('A second file');
  repository.write('c.toml', 'c = 1\n');
  repository.git('add', 'c.toml');
  repository.write('d.toml', 'd = 1\n');
});
afterAll(() => repository.remove());

/** Of a commit, as the page shows it. */
const idOf = (revision: string): string => repository.git('rev-parse', revision).slice(0, 10);

const openWith = (...args: string[]) => openIn(repository, ...args);
const openIn = async ({ path }: Repository, ...args: string[]) =>
  show(await reviews.open(['review', ...args], path));

const show = async (session: Awaited<ReturnType<typeof reviews.open>>) => {
  const { page, problems } = await openPage(browser, session.url);
  await page.locator('diffs-container').first().waitFor();
  const files = page.getByRole('tree').getByRole('treeitem');
  const dialog = page.getByRole('dialog', { name: 'What to compare' });
  return {
    session,
    page,
    problems,
    dialog,
    /** The names of the files that are shown. */
    shown: () =>
      expect.poll(async () =>
        (await files.allInnerTexts()).map((text) => text.trim().split(/\s/u)[0]),
      ),
    /** How much is compared. */
    totals: () => expect.poll(() => page.locator('.top-bar-size').innerText()),
    choose: async (name: string) => {
      await page.locator('.diff-tree .scope-name').click();
      await dialog.getByRole('button', { name, exact: true }).click();
    },
  };
};

type Shown = Awaited<ReturnType<typeof show>>;

describe('what is compared', { timeout: 120_000 }, () => {
  it('may be a patch, and all else of the repository that it was handed over in', async () => {
    const patch = join(reviews.folder, 'change.diff');
    await writeFile(patch, `${repository.git('diff', 'main', 'HEAD~1')}\n`);
    const { page, problems, shown, choose } = await openWith('--patch', patch);
    await shown().toEqual(['a.toml']);
    const files = page.getByRole('combobox', { name: 'Find a file of the project' });
    await page.keyboard.press('Shift+O');
    await choose('Uncommitted changes');
    await shown().toEqual(['c.toml', 'd.toml']);
    expect(await files.count()).toBe(0);
    await page.keyboard.press('Shift+O');
    await files.waitFor();
    await page.keyboard.press('Escape');
    await files.waitFor({ state: 'detached' });
    await choose('The patch change.diff');
    await shown().toEqual(['a.toml']);
    expect(problems).toEqual([]);
  });

  it('shows findings where their code is', async () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1};`);
    repository.write('e.txt', `${lines.join('\n')}\n`);
    repository.git('add', 'e.txt');
    repository.write('e.txt', `new one;\nnew two;\n${lines.join('\n')}\nline 3;\nline 4;\n`);
    const { page, session, shown, choose } = await openWith('--scope', 'staged');
    const code = codeOf(page, 'e.txt');
    await addFinding(session.url, {
      source: 'lint',
      filePath: 'e.txt',
      lineStart: 10,
      lineEnd: 10,
      text: 'Why ten?',
    });
    const top = async (there: Locator) => (await there.boundingBox())?.y ?? 0;
    /** It is shown between its line and the next one. */
    const isBelow = async (line: number): Promise<boolean> => {
      const finding = await top(code.getByText('Why ten?'));
      const [own, next] = [lineNumber(code, line), lineNumber(code, line + 1)];
      return (await top(own)) < finding && finding < (await top(next));
    };
    await code.getByText('Why ten?').waitFor();
    await expect.poll(() => isBelow(10)).toBe(true);
    await choose('Uncommitted changes');
    await shown().toEqual(['c.toml', 'd.toml', 'e.txt']);
    await expect.poll(() => isBelow(12)).toBe(true);
    // Comments on lines that are not staged, though their text is.
    await (await commentOn(code, 24)).fill('On the second four.');
    await page.keyboard.press('Control+Enter');
    await code.getByText('On the second four.').waitFor();
    await (await commentOn(code, 23)).fill('On the second thr');
    await choose('Staged changes');
    await shown().toEqual(['c.toml', 'e.txt']);
    await expect.poll(() => isBelow(10)).toBe(true);
    await choose('Uncommitted changes');
    await shown().toEqual(['c.toml', 'd.toml', 'e.txt']);
    const slotOf = (place: Locator) =>
      place.evaluate((element) => element.closest('[slot]')?.getAttribute('slot'));
    await expect
      .poll(() => slotOf(code.getByText('On the second four.')))
      .toBe('annotation-additions-24');
    await expect.poll(() => slotOf(code.locator('textarea'))).toBe('annotation-additions-23');
    expect(await page.getByText(/Changed since|The code has changed/u).count()).toBe(0);
    repository.git('rm', '--quiet', '--force', 'e.txt');
  });

  it('is what is there, whatever the repository tells git to show', async () => {
    const origin = new Repository();
    const pointer = (id: string) =>
      `version https://git-lfs.github.com/spec/v1\noid sha256:${id.repeat(64)}\nsize 9\n`;
    origin.commit('Before the clone');
    for (const name of ['assumed', 'skipped', 'true'])
      origin.write(`${name}.toml`, `${name} = 1\n`);
    origin.write('both.toml', 'both = 1\n');
    origin.write('large.bin', pointer('a'));
    origin.commit('The base');
    origin.git('checkout', '--quiet', '-b', 'side');
    origin.write('both.toml', 'both = 2\n');
    origin.write('side.toml', 'side = 1\n');
    origin.commit('On the side');
    origin.git('checkout', '--quiet', 'main');
    origin.write('both.toml', 'both = 3\n');
    origin.commit('On main');

    // A clone without most of the history, in the middle of a merge.
    const own = new Repository();
    own.git('remote', 'add', 'origin', `file://${origin.path}`);
    own.git(
      'fetch',
      '--quiet',
      '--depth=2',
      '--update-head-ok',
      'origin',
      'main:main',
      'side:side',
    );
    own.git('reset', '--quiet', '--hard', 'main');
    expect(() => own.git('merge', 'side')).toThrow();
    own.write('large.bin', pointer('b'));
    own.git('update-index', '--assume-unchanged', 'assumed.toml');
    own.git('update-index', '--skip-worktree', 'skipped.toml');
    own.write('forged', 'forged = 1\n');
    own.git(
      'replace',
      own.git('rev-parse', 'HEAD:true.toml'),
      own.git('hash-object', '-w', 'forged'),
    );
    rmSync(join(own.path, 'forged'));
    for (const name of ['assumed', 'skipped', 'true'])
      own.write(`${name}.toml`, `${name} = 'edited'\n`);
    const plain = own.git('diff', 'HEAD');
    expect(plain).toContain('-forged');
    expect(plain).not.toMatch(/assumed|skipped/u);

    const { page, problems, dialog, shown } = await openIn(own, '--scope', 'uncommitted');
    await shown().toEqual([
      'assumed.toml',
      'both.toml',
      'large.bin',
      'side.toml',
      'skipped.toml',
      'true.toml',
    ]);
    for (const name of ['assumed', 'skipped', 'true']) {
      const code = codeOf(page, `${name}.toml`);
      await code.getByText(`${name} = 1`).waitFor();
      await code.getByText(`${name} = 'edited'`).waitFor();
    }
    expect(await page.getByText('forged').count()).toBe(0);
    const both = codeOf(page, 'both.toml');
    await both.getByText('Conflict', { exact: true }).waitFor();
    await both.getByText('<<<<<<< HEAD').waitFor();
    await codeOf(page, 'large.bin').getByText('A Git LFS pointer').waitFor();
    // Since both parted, or between both ends; as far back as the clone goes.
    for (const [range, files] of [
      ['main...side', ['both.toml', 'side.toml']],
      ['side...main', ['both.toml']],
      ['side..main', ['both.toml', 'side.toml']],
    ] as const) {
      await page.keyboard.press('Shift+C');
      await dialog.getByLabel('Commit or range').fill(range);
      await page.keyboard.press('Enter');
      await shown().toEqual([...files]);
      expect(own.git('diff', '--name-only', range).split('\n')).toEqual(files);
    }
    expect(problems).toEqual([]);
    await page.keyboard.press('Shift+C');
    await dialog.getByLabel('Commit or range').fill('main~2..main');
    await page.keyboard.press('Enter');
    await page.getByText('There is no commit "main~2"').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+C');
    const commits = dialog.getByRole('region', { name: 'Commits' });
    await expect.poll(() => commits.locator('.commit').count()).toBe(2);
    await commits.getByRole('button', { name: 'The base' }).click();
    await commits.getByRole('button', { name: 'Show this commit' }).click();
    await shown().toEqual(['assumed.toml', 'both.toml', 'large.bin', 'skipped.toml', 'true.toml']);
    await codeOf(page, 'true.toml').getByText('true = 1').waitFor();
    for (const one of [own, origin]) one.remove();
  });
});

describe('what is compared on a branch', { timeout: 120_000 }, () => {
  // One page for all of them: each leaves it as it was opened, with everything since the base.
  let opened: Shown;
  beforeAll(async () => (opened = await openWith()));

  it('is everything since the base, and can be changed to each scope', async () => {
    const { page, problems, dialog, shown, totals, choose } = opened;
    await shown().toEqual(['a.toml', 'b.toml', 'c.toml', 'd.toml']);
    await page.getByRole('button', { name: 'changes since main' }).click();
    const current = dialog.getByRole('button', { name: 'Everything since main' });
    await current.waitFor();
    await dialog.getByText(`Compares ${idOf('main')} with the work tree.`).waitFor();
    await totals().toMatch(/^4 files\s*\+4\s*−1$/u);
    await expect.poll(() => current.getAttribute('aria-current')).toBe('true');
    await expect.poll(() => current.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await allViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    for (const [name, files] of [
      ['Uncommitted changes', ['c.toml', 'd.toml']],
      ['Staged changes', ['c.toml']],
      ['Unstaged changes', ['d.toml']],
      ['Last commit', ['b.toml']],
      ['Everything since main', ['a.toml', 'b.toml', 'c.toml', 'd.toml']],
    ] as const) {
      await choose(name);
      await shown().toEqual([...files]);
    }
    expect(problems).toEqual([]);
  });

  it('can be a commit, several in a row, or a range as typed', async () => {
    const { page, dialog, shown, totals, choose } = opened;
    const commits = dialog.getByRole('region', { name: 'Commits' });
    const commit = (name: string) => commits.getByRole('button', { name });
    await page.keyboard.press('Shift+C');
    await commit('A second file').waitFor();
    await expect.poll(() => commits.locator('.commit').count()).toBe(50);
    await commits.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => commits.locator('.commit').count()).toBe(53);
    await commit('Earlier 10').waitFor();
    await expect.poll(() => commits.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    await commit('Count to two').click();
    await commits.getByText('Since one is not enough.').waitFor();
    await commits.getByRole('button', { name: 'Show this commit' }).click();
    await shown().toEqual(['a.toml']);
    await page.keyboard.press('Shift+C');
    await commit('A second file').click();
    await commit('Count to two').click({ modifiers: ['Shift'] });
    await commits.getByRole('button', { name: 'Show 2 commits' }).click();
    await shown().toEqual(['a.toml', 'b.toml']);
    await page.keyboard.press('Shift+C');
    await commits.getByRole('searchbox').fill('BEGINNING');
    await expect.poll(() => commits.locator('.commit').count()).toBe(1);
    await commits.getByRole('searchbox').press('Enter');
    await commits.getByRole('button', { name: 'Show this commit' }).click();
    await shown().toEqual(['a.toml']);
    await page.keyboard.press('Shift+C');
    await dialog.getByLabel('Commit or range').fill('HEAD~1..HEAD');
    await page.keyboard.press('Enter');
    await shown().toEqual(['b.toml']);
    // A range that is not there changes nothing.
    await page.keyboard.press('Shift+C');
    await dialog.getByText(`Compares ${idOf('HEAD~1')} with ${idOf('HEAD')}.`).waitFor();
    await totals().toMatch(/^1 file\s*\+1$/u);
    await dialog.getByLabel('Commit or range').fill('nothing..HEAD');
    await page.keyboard.press('Enter');
    await page.getByText('There is no commit "nothing"').waitFor();
    await shown().toEqual(['b.toml']);
    // A tag has the name of the branch.
    repository.git('tag', 'feature', 'HEAD~1');
    await page.keyboard.press('Shift+C');
    await dialog.getByLabel('Commit or range').fill('main..feature');
    await page.keyboard.press('Enter');
    await shown().toEqual(['a.toml']);
    const note = page.getByRole('note').filter({ hasText: '“feature” is the name of several' });
    await expect
      .poll(() => note.locator('code').allInnerTexts())
      .toEqual([
        expect.stringMatching(/^refs\/tags\/feature [0-9a-f]{10}$/u),
        expect.stringMatching(/^refs\/heads\/feature [0-9a-f]{10}$/u),
      ]);
    expect(await allViolations(page)).toEqual([]);
    await choose('Everything since main');
    await shown().toEqual(['a.toml', 'b.toml', 'c.toml', 'd.toml']);
    await expect.poll(() => note.count()).toBe(0);
  });

  it('can be chosen again where nothing differs', async () => {
    const { page, dialog, shown, choose } = opened;
    repository.git('reset', '--quiet');
    await choose('Staged changes');
    await page.getByText('There are no differences (staged changes).').waitFor();
    await page.getByRole('button', { name: 'What to compare…' }).click();
    await dialog.getByRole('button', { name: 'Last commit' }).click();
    await shown().toEqual(['b.toml']);
    repository.git('add', 'c.toml');
    await choose('Everything since main');
    await shown().toEqual(['a.toml', 'b.toml', 'c.toml', 'd.toml']);
  });

  it('keeps comments, half a sentence and findings, which come back with their code', async () => {
    const { page, session, shown, choose } = opened;
    const code = codeOf(page, 'a.toml');
    await addFinding(session.url, {
      source: 'lint',
      filePath: 'a.toml',
      lineStart: 1,
      lineEnd: 1,
      text: 'Why two?',
    });
    await (await commentOn(code, 1)).fill('Better three.');
    await page.keyboard.press('Control+Enter');
    await code.getByText('Better three.').waitFor();
    await (await commentOn(code, 2)).fill('Half a sent');
    await choose('Staged changes');
    // First, since notices go by themselves.
    await page.getByText('2 comments are on code that is not compared now').waitFor();
    await shown().toEqual(['c.toml']);
    await choose('Everything since main');
    await shown().toEqual(['a.toml', 'b.toml', 'c.toml', 'd.toml']);
    await code.getByText('Better three.').waitFor();
    await code.getByText('Why two?').waitFor();
    await expect.poll(() => code.locator('textarea').inputValue()).toBe('Half a sent');
    expect(await page.getByText('The code has changed').count()).toBe(0);
  });
});
