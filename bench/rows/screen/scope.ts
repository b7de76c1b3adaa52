import { alternate } from '../../kit/alternate.ts';
import { git, largeRange, makeLargeRepository, uncommitted } from '../../kit/large-change.ts';
import { median, spreadOf } from '../../kit/percentile.ts';
import type { Row } from '../../kit/row.ts';
import { codeShown } from '../../kit/screen/review-tab.ts';
import type { Tab } from '../../kit/screen/screen.ts';

const openDialog = async ({ page }: Tab) => {
  await page.locator('.diff-tree .scope-name').click();
  return page.getByRole('dialog', { name: 'What to compare' });
};

/** Milliseconds from the choice in the dialog until the first code of the range is painted. */
const chooseRange = async (tab: Tab, range: string): Promise<number> => {
  const field = (await openDialog(tab)).getByLabel('Commit or range');
  await field.fill(range);
  const painted = tab.ask<number>(`probe.otherCode(${JSON.stringify(uncommitted)})`);
  // The probe starts with the next frame.
  await tab.ask('probe.frames(3)');
  const startedAt = Date.now();
  await field.press('Enter');
  const ms = (await painted) - startedAt;
  await (await openDialog(tab)).getByRole('button', { name: 'Uncommitted changes' }).click();
  await tab.page.getByText(uncommitted).waitFor();
  return ms;
};

export const scope: Row = {
  id: 'screen-scope',
  title: 'another scope, until its first code is visible',
  how: 'In the page of a repository with three 0.168.0 and 0.180.0 as commits: from the key that confirms a range, of one changed file or of both releases, until the first line of its code has been painted; before it and after it, what is not committed is shown. Floor: git’s raw and numstat formats, then its patch, of the same. In turns.',
  measure: async (bench) => {
    const supervisor = await bench.supervisor();
    const cwd = await makeLargeRepository(supervisor.home);
    const { url } = await supervisor.control.open({
      mode: 'review',
      cwd,
      scope: 'uncommitted',
      detached: true,
    });
    const screen = await bench.screen();
    const tab = await screen.open(url);
    await codeShown(tab);
    const gitAlone = async (range: string): Promise<number> => {
      const startedMs = performance.now();
      await git(cwd, 'diff', '--raw', '--numstat', range);
      await git(cwd, 'diff', range);
      return performance.now() - startedMs;
    };
    const small = await alternate(bench.count(20, 3), {
      floor: () => gitAlone('HEAD~1..HEAD'),
      product: () => chooseRange(tab, 'HEAD~1..HEAD'),
    });
    const large = await alternate(bench.count(7, 2), {
      floor: () => gitAlone(largeRange),
      product: () => chooseRange(tab, largeRange),
    });
    await screen.stop();
    await supervisor.stop();
    const figure = (what: string, { product, floor }: typeof small) => ({
      name: `another scope until its first code, ${what}: p50`,
      unit: 'ms' as const,
      measured: median(product),
      spread: spreadOf(product),
      floor: median(floor),
      samples: product.length,
    });
    return [
      { ...figure('one file', small), bound: { kind: 'at-most', limit: 1000 } },
      { ...figure('three 0.168 to 0.180', large), bound: { kind: 'at-most', limit: 1000 } },
    ];
  },
};
