import { requestOf } from '../../../shared/client.ts';
import { sessionTargets } from '../../../shared/session/session-targets.ts';
import type { Bench } from '../../kit/bench.ts';
import type { Figure } from '../../kit/figure.ts';
import { median, percentile, spreadOf } from '../../kit/percentile.ts';
import type { Row } from '../../kit/row.ts';
import type { OwnSupervisor } from '../../kit/own-supervisor.ts';
import { openLongDocument } from '../../kit/long-document.ts';
import {
  openBigReview,
  openManyFiles,
  openPackageReview,
  sizes,
} from '../../kit/screen/big-review.ts';
import { codeShown, heapBytes } from '../../kit/screen/review-tab.ts';
import type { Screen, Tab } from '../../kit/screen/screen.ts';
import { showIn, views } from '../../kit/screen/views.ts';
import { until } from '../../kit/until.ts';

const bytesPerMegabyte = 1_000_000;

/** Pixels per frame: half a window, 24,000 in a second of 60 frames. */
const step = 400;

interface Passage {
  readonly framesMs: readonly number[];
  readonly idleFramesMs: readonly number[];
  readonly nodes: number;
  readonly heapBytes: number;
}

/** All patches have arrived if none has come for this long. */
const quietMs = 3000;

const { path: patchPath } = requestOf(sessionTargets.getFilePatch);

/** Resolves when the page has fetched what it fetches in its idle time. */
const watchPatches = ({ page }: Tab): (() => Promise<true>) => {
  let lastMs = performance.now();
  page.on('requestfinished', (request) => {
    if (request.url().includes(patchPath)) lastMs = performance.now();
  });
  return () =>
    until(() => Promise.resolve(performance.now() - lastMs > quietMs ? true : undefined), {
      what: 'all patches',
      deadlineMs: 300_000,
      intervalMs: 100,
    });
};

/** Resolves when the first content is visible. */
type Shown = (tab: Tab) => Promise<unknown>;

const shown = {
  change: codeShown,
  document: ({ page }) => page.locator('[data-block]').first().waitFor(),
} satisfies Record<string, Shown>;

interface ThroughOptions {
  readonly url: string;
  readonly pixels: number;
  readonly shown: Shown;
}

const scrollThrough = async (
  screen: Screen,
  { url, pixels, shown }: ThroughOptions,
): Promise<Passage> => {
  const idle = await screen.open('about:blank');
  const idleFramesMs = await idle.ask<number[]>('probe.frames(300)');
  await idle.close();
  const tab = await screen.open(url);
  const patchesLoaded = watchPatches(tab);
  await shown(tab);
  const { frames, nodes } = await tab.ask<{ frames: number[]; nodes: number }>(
    `probe.scrollThrough(${pixels})`,
  );
  await patchesLoaded();
  const bytes = await heapBytes(tab);
  await tab.close();
  return { framesMs: frames, idleFramesMs, nodes, heapBytes: bytes };
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
      name: `scrolling end to end, ${what}: DOM nodes`,
      unit: 'nodes',
      measured: Math.max(...passages.map(({ nodes }) => nodes)),
      bound: { kind: 'at-most', limit: 6000 },
      samples,
    },
    {
      name: `scrolling end to end, ${what}: heap afterwards`,
      unit: 'MB',
      measured: median(heaps),
      spread: spreadOf(heaps),
      bound: { kind: 'at-most', limit: 150 },
      samples: passages.length,
    },
  ];
};

const withoutBoundOfNodes = (figure: Figure): Figure =>
  figure.unit === 'nodes' ? { ...figure, bound: { kind: 'none' } } : figure;

const passage =
  'From the first line to the last, in the view that a change opens in and in the split one, so many pixels with each frame as the title says. Frames: the time between the browser’s frames, the counting of nodes included, p95 of each passage, the median of the passages; floor: the same of an empty page. DOM nodes: elements and texts, those in shadow roots too, counted after each frame; the most ever. Heap: what the page’s JavaScript holds, its workers apart, when all patches had been fetched and garbage was collected; 1 MB is 1,000,000 bytes.';

interface ScrollOptions {
  readonly id: string;
  readonly what: string;
  readonly how: string;
  readonly pixels: number;
  /** Passes of a full run. */
  readonly count: number;
  readonly open: (supervisor: OwnSupervisor, bench: Bench) => Promise<{ readonly url: string }>;
  readonly content?: 'change' | 'document';
}

const scrollRow = ({
  id,
  what,
  how,
  pixels,
  count,
  open,
  content = 'change',
}: ScrollOptions): Row => ({
  id,
  title: `scrolling end to end, ${what}, ${pixels} pixels a frame`,
  how,
  measure: async (bench) => {
    const supervisor = await bench.supervisor();
    const screen = await bench.screen();
    const { url } = await open(supervisor, bench);
    const measure = async (name: string): Promise<Figure[]> => {
      const passages: Passage[] = [];
      while (passages.length < bench.count(count, 1))
        passages.push(await scrollThrough(screen, { url, pixels, shown: shown[content] }));
      return figuresOf(name, passages);
    };
    const figures: Figure[] = [];
    // A document is in the DOM as a whole, for the browser's search and printing.
    if (content === 'document') figures.push(...(await measure(what)).map(withoutBoundOfNodes));
    else
      for (const view of views) {
        await showIn(view, { url });
        figures.push(...(await measure(`${what}, ${view}`)));
      }
    await screen.stop();
    await supervisor.stop();
    return figures;
  },
});

export const scroll = scrollRow({
  id: 'screen-scroll',
  what: '68,000 changed lines',
  how: passage,
  pixels: step,
  count: 3,
  open: (supervisor) => openBigReview(supervisor, sizes.large),
});

export const scrollPackage = scrollRow({
  id: 'screen-scroll-package',
  what: 'zod 3 to 4',
  how: 'The same, once in each view.',
  pixels: step,
  count: 1,
  open: (supervisor, bench) => openPackageReview(supervisor, bench.modules),
});

export const scrollHuge = scrollRow({
  id: 'screen-scroll-huge',
  what: '409,000 changed lines',
  how: 'The same, once in each view.',
  pixels: 4 * step,
  count: 1,
  open: (supervisor) => openBigReview(supervisor, sizes.huge),
});

export const scrollManyFiles = scrollRow({
  id: 'screen-scroll-antd',
  what: 'antd 5.0 to 5.29',
  how: 'The same, once in each view.',
  pixels: 4 * step,
  count: 1,
  open: openManyFiles,
});

export const scrollDocument = scrollRow({
  id: 'screen-scroll-document',
  what: 'a document of 10,000 lines',
  how: 'The same of a generated markdown text, with headings, lists, tables, quotes and code. It is in the page as a whole.',
  pixels: step,
  count: 1,
  content: 'document',
  open: async (supervisor) => {
    const { id, url } = await openLongDocument(supervisor);
    await supervisor.control.prepared(id);
    return { url };
  },
});
