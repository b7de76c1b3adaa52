import type { Bench } from '../../kit/bench.ts';
import type { Figure } from '../../kit/figure.ts';
import { percentile } from '../../kit/percentile.ts';
import type { Row } from '../../kit/row.ts';
import { openBigReview, sizes } from '../../kit/screen/big-review.ts';
import { codeShown } from '../../kit/screen/review-tab.ts';
import type { Tab } from '../../kit/screen/screen.ts';
import { showIn, views } from '../../kit/screen/views.ts';

const sentence = 'This is awaited inside of a loop, which makes it slow with many sessions. ';

/** Between two keys: a fast typist. */
const delayMs = 60;

/** Milliseconds from each key press to its paint, in the focused field. */
const typeInto = async ({ page, ask }: Tab, keys: number): Promise<number[]> => {
  await ask('probe.keyTimes.splice(0)');
  const text = sentence.repeat(Math.ceil(keys / sentence.length)).slice(0, keys);
  await page.keyboard.type(text, { delay: delayMs });
  await ask('probe.frames(10)');
  return ask<number[]>('probe.keyTimes');
};

const typeComment = async (tab: Tab, keys: number): Promise<number[]> => {
  await codeShown(tab);
  await tab.page.locator('.diff-view').focus();
  await tab.page.keyboard.press('j');
  await tab.page.keyboard.press('c');
  await tab.page.locator('.diff-editor textarea:focus').waitFor();
  const times = await typeInto(tab, keys);
  if (times.length < keys) throw new Error(`${times.length} of ${keys} keys were painted.`);
  // Leave no draft for the next page.
  await tab.page.keyboard.press('Control+a');
  await tab.page.keyboard.press('Delete');
  await tab.page.keyboard.press('Escape');
  await tab.page.locator('.diff-editor').waitFor({ state: 'detached' });
  await tab.close();
  return times;
};

export const typing: Row = {
  id: 'screen-typing',
  title: 'typing in a comment',
  how: `In the review of 68,000 changed lines with its 2,000 findings: a comment on a line is written, a key every ${delayMs} ms; from each key’s press, as the browser’s event is stamped, until the frame after it is painted. Floor: a text field alone on an empty page.`,
  measure: async (bench: Bench) => {
    const keys = bench.count(400, 100);
    const supervisor = await bench.supervisor();
    const review = await openBigReview(supervisor, sizes.large);
    const screen = await bench.screen();
    const empty = await screen.open('data:text/html,<textarea rows="3"></textarea>');
    await empty.page.locator('textarea').focus();
    const floor = await typeInto(empty, keys);
    await empty.close();
    const figures: Figure[] = [];
    for (const view of views) {
      await showIn(view, review);
      const times = await typeComment(await screen.open(review.url), keys);
      figures.push({
        name: `typing in a comment, ${view}, key to paint: p95`,
        unit: 'ms',
        measured: percentile(times, 0.95),
        floor: percentile(floor, 0.95),
        bound: { kind: 'at-most', limit: 32 },
        samples: times.length,
      });
    }
    await screen.stop();
    await supervisor.stop();
    return figures;
  },
};
