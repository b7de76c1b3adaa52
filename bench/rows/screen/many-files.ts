import type { Figure } from '../../kit/figure.ts';
import { git, manyFilesRange } from '../../kit/large-change.ts';
import { median, spreadOf } from '../../kit/percentile.ts';
import type { Row } from '../../kit/row.ts';
import { openManyFiles } from '../../kit/screen/big-review.ts';
import { codeShown } from '../../kit/screen/review-tab.ts';
import type { Screen, Tab } from '../../kit/screen/screen.ts';

/** In many files of the change. */
const sought = 'useToken';

/** Milliseconds from the last key of the query until the page says how often it is in the change. */
const searchTime = async ({ page }: Tab): Promise<number> => {
  await page.keyboard.press('/');
  const search = page.getByRole('search');
  await search.locator('input:focus').waitFor();
  const startedMs = performance.now();
  await page.keyboard.insertText(sought);
  await search.getByText(/ of [\d,]+$|[\d,]+ matches$/u).waitFor();
  const ms = performance.now() - startedMs;
  await page.keyboard.press('Escape');
  return ms;
};

interface Look {
  readonly codeMs: number;
  readonly searchMs: number;
}

const look = async (screen: Screen, url: string): Promise<Look> => {
  const tab = await screen.open(url);
  const codeMs = await codeShown(tab);
  const searchMs = await searchTime(tab);
  await tab.close();
  return { codeMs, searchMs };
};

const patchOfGit = async (cwd: string): Promise<number> => {
  const startedMs = performance.now();
  await git(cwd, 'diff', manyFilesRange);
  return performance.now() - startedMs;
};

export const manyFiles: Row = {
  id: 'screen-antd',
  title: 'a real change of 3,622 files, opened and searched',
  how: 'antd 5.0.0 to 5.29.0, two commits. First code: as above. Searched: from the last key of a query, which is in many of the files, until the page says how often it is in the change. Floor of both: git’s patch of the same range, its output read. In turns.',
  measure: async (bench) => {
    const supervisor = await bench.supervisor();
    const screen = await bench.screen();
    const { url, cwd } = await openManyFiles(supervisor);
    const looks: Look[] = [];
    const floor: number[] = [];
    await look(screen, url);
    while (looks.length < bench.count(9, 2)) {
      floor.push(await patchOfGit(cwd));
      looks.push(await look(screen, url));
    }
    await screen.stop();
    await supervisor.stop();
    const figure = (what: string, times: readonly number[]): Figure => ({
      name: `antd 5.0 to 5.29, 3,622 files, ${what}`,
      unit: 'ms',
      measured: median(times),
      spread: spreadOf(times),
      floor: median(floor),
      bound: { kind: 'at-most', limit: 2000 },
      samples: times.length,
    });
    return [
      figure(
        'first code visible',
        looks.map(({ codeMs }) => codeMs),
      ),
      figure(
        'searched',
        looks.map(({ searchMs }) => searchMs),
      ),
    ];
  },
};
