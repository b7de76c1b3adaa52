import { afterAll, beforeAll, expect, it } from 'vitest';
import { allViolations, openPage } from '../helpers/browser.ts';
import { codeOf } from '../helpers/code.ts';
import { JjRepository, noJj } from '../helpers/jj.ts';
import { describeWhere } from '../helpers/programs.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

describeWhere(noJj, 'the page of a Jujutsu workspace', () => {
  let repository: JjRepository;

  /**
   * A stack of two changes of one line, the second of which is in conflict, and was described twice at once, while a
   * bookmark was put on two changes. A file is too large for jj.
   */
  beforeAll(async () => {
    repository = new JjRepository();
    repository.write('a.txt', 'one\n');
    repository.write('unchanged.toml', 'same = true\n');
    repository.commit('base');
    repository.write('a.txt', 'left\n');
    repository.commit('left');
    repository.jj('new', '@--', '--message', 'right');
    repository.write('a.txt', 'right\n');
    repository.jj('rebase', '--source=@', '--onto=description(substring:"left")');
    repository.jj('new', '--no-edit', 'root()', '--message=other');
    await repository.concurrently(
      ['describe', '--message=told once'],
      ['describe', '--message=told twice'],
      ['bookmark', 'create', 'mark', '--revision=description(substring:"left")'],
      ['bookmark', 'create', 'mark', '--revision=description(substring:"other")'],
    );
    repository.write('large.bin', Buffer.alloc(2_000_000));
    repository.jj('status');
  });
  afterAll(() => repository.remove());

  it('says what is in conflict and divergent, switches scopes, opens files, and changes nothing', async () => {
    const before = repository.kept();
    const { url } = await reviews.open(['review'], repository.path);
    const { page, problems } = await openPage(browser, url);
    const code = codeOf(page, 'a.txt');
    await code.getByText('Conflict', { exact: true }).waitFor();
    await code.getByText('<<<<<<<').waitFor();
    await code.getByText('right', { exact: true }).waitFor();
    const notes = page.getByRole('note');
    await expect
      .poll(() => notes.allInnerTexts())
      .toEqual([
        expect.stringMatching(
          /^The bookmark “mark” is in conflict\. .+, [k-z]{8} (?:left|other)$/u,
        ),
        expect.stringMatching(/^These changes are divergent: .+\/[01] told (?:once|twice)$/u),
        expect.stringMatching(/too large:\s*large\.bin$/u),
      ]);
    expect(await allViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'working copy' }).click();
    const dialog = page.getByRole('dialog', { name: 'What to compare' });
    const current = dialog.getByRole('button', { name: /^told / });
    for (const label of ['@', 'conflict', 'divergent'])
      await current.getByText(label, { exact: true }).waitFor();
    await expect
      .poll(() => current.locator('code').allInnerTexts())
      .toContainEqual(expect.stringMatching(/^[k-z]{8}\/[01]$/u));
    // From the top of the stack to its foot.
    await expect
      .poll(() => dialog.locator('.commit-subject').allInnerTexts())
      .toEqual([expect.stringMatching(/^told /u), 'left', 'base']);
    await dialog.getByText('mark (conflicted)', { exact: true }).waitFor();
    const scopes = dialog.locator('.scopes').getByRole('button');
    await expect.poll(() => scopes.allInnerTexts()).toEqual(['Uncommitted changes', 'Last commit']);
    await scopes.filter({ hasText: 'Last commit' }).click();
    await expect.poll(() => code.getByText('Conflict', { exact: true }).count()).toBe(0);
    await code.getByText('left', { exact: true }).waitFor();

    await page.keyboard.press('Shift+O');
    await page.getByRole('combobox', { name: 'Find a file of the project' }).fill('unch');
    await page.getByRole('option', { name: 'unchanged.toml' }).click();
    await page.locator('.opened-file').getByText('same').waitFor();

    await page.keyboard.press('Shift+A');
    await code.getByRole('button', { name: /^More for /u }).click();
    const items = page.getByRole('menuitem');
    await items.first().waitFor();
    expect((await items.allInnerTexts()).join()).not.toMatch(/stage|discard/iu);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(repository.kept()).toEqual(before);

    // What its user does meanwhile is offered.
    await page.keyboard.press('Escape');
    await items.first().waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+C');
    await scopes.filter({ hasText: 'Uncommitted changes' }).click();
    await code.getByText('Conflict', { exact: true }).waitFor();
    repository.write('a.txt', 'resolved\n');
    const banner = page
      .getByRole('status')
      .filter({ hasText: 'Changed since this was loaded: a.txt' });
    await banner.getByRole('button', { name: 'Refresh' }).click();
    await code.getByText('resolved', { exact: true }).waitFor();
    await expect.poll(() => code.getByText('Conflict', { exact: true }).count()).toBe(0);
    await expect.poll(() => banner.count()).toBe(0);
    expect(problems).toEqual([]);
  });
});
