import type { Bench } from '../../kit/bench.ts';
import type { Figure } from '../../kit/figure.ts';
import { median, percentile, spreadOf } from '../../kit/percentile.ts';
import type { Row } from '../../kit/row.ts';
import { openBigReview, openPackageReview, sizes } from '../../kit/screen/big-review.ts';
import { codeShown, heapBytes } from '../../kit/screen/review-tab.ts';
import type { Screen } from '../../kit/screen/screen.ts';

const bytesPerMegabyte = 1_000_000;

/** Pixels for each frame: half a window, some 24,000 in a second. */
const step = 400;

interface Passage {
  readonly framesMs: readonly number[];
  readonly idleFramesMs: readonly number[];
  readonly elements: number;
  readonly nodes: number;
  readonly framesWithoutCode: number;
  readonly heapBytes: number;
}

/** Scrolls through a review twice: for the frames alone, then counting the nodes after each. */
const scrollThrough = async (screen: Screen, url: string, pixels: number): Promise<Passage> => {
  const idle = await screen.open('about:blank');
  const idleFramesMs = await idle.ask<number[]>('probe.frames(300)');
  await idle.close();
  const tab = await screen.open(url);
  await codeShown(tab);
  const framesMs = await tab.ask<number[]>(`probe.scrollThrough(${pixels})`);
  const bytes = await heapBytes(tab);
  await tab.ask('probe.scrollToTop()');
  const counted = await tab.ask<Omit<Passage, 'framesMs' | 'idleFramesMs' | 'heapBytes'>>(
    `probe.countThrough(${2 * pixels})`,
  );
  await tab.close();
  return { framesMs, idleFramesMs, heapBytes: bytes, ...counted };
};

const p95 = (samples: readonly number[]): number => percentile(samples, 0.95);

const figuresOf = (what: string, passages: readonly Passage[]): Figure[] => {
  const frames = passages.map(({ framesMs }) => p95(framesMs));
  const heaps = passages.map((passage) => passage.heapBytes / bytesPerMegabyte);
  const samples = passages.flatMap(({ framesMs }) => framesMs).length;
  return [
    {
      name: `scrolling end to end, ${what}: frame p95`,
      unit: 'ms',
      measured: median(frames),
      spread: spreadOf(frames),
      floor: median(passages.map(({ idleFramesMs }) => p95(idleFramesMs))),
      bound: { kind: 'at-most', limit: 100 },
      samples,
    },
    {
      name: `the same: DOM nodes at most`,
      unit: 'nodes',
      measured: Math.max(...passages.map(({ nodes }) => nodes)),
      bound: { kind: 'at-most', limit: 6000 },
      samples,
    },
    {
      name: `the same: heap afterwards`,
      unit: 'MB',
      measured: median(heaps),
      spread: spreadOf(heaps),
      bound: { kind: 'at-most', limit: 150 },
      samples: passages.length,
    },
  ];
};

export const scroll: Row = {
  id: 'screen-scroll',
  title: 'scrolling end to end',
  how: `${step} pixels a frame, from the first line to the last, in the split view; four times as many where there are 409,000 changed lines. Frames: the time between the browser’s frames, p95 of each passage, the median of the passages; floor: the same of an empty page. DOM nodes: elements and texts, those in shadow roots too, counted after each frame of a second passage, twice as fast; the most ever. Heap: what the page’s JavaScript holds when garbage was collected after the first passage; 1 MB is 1,000,000 bytes.`,
  measure: async (bench: Bench) => {
    const supervisor = await bench.supervisor();
    const screen = await bench.screen();
    const reviews = [
      ['68,000 changed lines', (await openBigReview(supervisor, sizes.large)).url, 3, step],
      ['zod 3 to 4', (await openPackageReview(supervisor, bench.modules)).url, 1, step],
      ['409,000 changed lines', (await openBigReview(supervisor, sizes.huge)).url, 1, 4 * step],
    ] as const;
    const figures: Figure[] = [];
    for (const [what, url, count, pixels] of reviews) {
      const passages: Passage[] = [];
      while (passages.length < bench.count(count, 1))
        passages.push(await scrollThrough(screen, url, pixels));
      figures.push(...figuresOf(what, passages));
    }
    await screen.stop();
    await supervisor.stop();
    return figures;
  },
};
