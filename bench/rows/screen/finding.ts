import { request } from 'undici';
import type { Bench } from '../../kit/bench.ts';
import type { Figure } from '../../kit/figure.ts';
import { median, spreadOf } from '../../kit/percentile.ts';
import type { Row } from '../../kit/row.ts';
import { openBigReview, sizes, type BigReview } from '../../kit/screen/big-review.ts';
import { codeShown } from '../../kit/screen/review-tab.ts';
import type { Tab } from '../../kit/screen/screen.ts';
import { showIn, views } from '../../kit/screen/views.ts';
import { findingsPath, postJson } from '../../kit/small-review.ts';

/** Milliseconds from a POST until the finding is painted below its line; removes it afterwards. */
const pushOne = async (tab: Tab, { url, diff }: BigReview, number: number): Promise<number> => {
  const [file] = diff.files;
  const line = file?.added[0] ?? 1;
  const words = `Pushed ${number}:`;
  const painted = tab.ask<number>(`probe.findingPainted('${words}')`);
  // The probe starts with the next frame.
  await tab.ask('probe.frames(3)');
  const startedAt = Date.now();
  const text = await postJson(
    url + findingsPath,
    JSON.stringify({
      source: 'lint',
      filePath: file?.path,
      lineStart: line,
      lineEnd: line,
      text: `${words} the result is never read.`,
    }),
  );
  const ms = (await painted) - startedAt;
  const { ids } = JSON.parse(text) as { ids: string[] };
  const { body } = await request(`${url}${findingsPath}?id=${ids[0]}`, { method: 'DELETE' });
  await body.text();
  await tab.ask(`probe.findingGone('${words}')`);
  return ms;
};

const pushMany = async (tab: Tab, review: BigReview, count: number): Promise<number[]> => {
  await codeShown(tab);
  await tab.page.getByText('Finding').first().waitFor({ state: 'attached' });
  const times: number[] = [];
  for (let number = 0; number < count; number += 1) times.push(await pushOne(tab, review, number));
  await tab.close();
  return times;
};

const frameOfEmptyPage = async (bench: Bench): Promise<number> => {
  const screen = await bench.screen();
  const tab = await screen.open('about:blank');
  const frames = await tab.ask<number[]>('probe.frames(300)');
  await screen.stop();
  return median(frames);
};

export const finding: Row = {
  id: 'screen-finding',
  title: 'one pushed finding until it is painted',
  how: 'In the open page of the review of 68,000 changed lines with its 2,000 findings: from the start of a tool’s POST, its server’s part and the event included, until the frame is painted that has the finding’s words below their line inside of the window, one after the other. Floor: a frame of an empty page.',
  measure: async (bench: Bench) => {
    const floor = await frameOfEmptyPage(bench);
    const supervisor = await bench.supervisor();
    const review = await openBigReview(supervisor, sizes.large);
    const screen = await bench.screen();
    const figures: Figure[] = [];
    for (const view of views) {
      await showIn(view, review);
      const times = await pushMany(await screen.open(review.url), review, bench.count(100, 20));
      figures.push({
        name: `one pushed finding until it is painted, ${view}: p50`,
        unit: 'ms',
        measured: median(times),
        spread: spreadOf(times),
        floor,
        bound: { kind: 'at-most', limit: 50 },
        samples: times.length,
      });
    }
    await screen.stop();
    await supervisor.stop();
    return figures;
  },
};
