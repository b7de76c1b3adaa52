import { alternate } from '../../kit/alternate.ts';
import type { Bench } from '../../kit/bench.ts';
import type { Figure } from '../../kit/figure.ts';
import { median, spreadOf } from '../../kit/percentile.ts';
import type { Row } from '../../kit/row.ts';
import { openBigReview, openPackageReview, sizes } from '../../kit/screen/big-review.ts';
import { codeShown } from '../../kit/screen/review-tab.ts';
import { showIn, views } from '../../kit/screen/views.ts';
import type { Screen } from '../../kit/screen/screen.ts';

const codeTime = async (screen: Screen, url: string): Promise<number> => {
  const tab = await screen.open(url);
  const ms = await codeShown(tab);
  await tab.close();
  return ms;
};

const firstPaint = `new Promise((resolve) =>
  new PerformanceObserver((list) => resolve(list.getEntries()[0].startTime))
    .observe({ type: 'paint', buffered: true }))`;

const paintTime = async (screen: Screen, url: string): Promise<number> => {
  const tab = await screen.open(url);
  const ms = await tab.ask<number>(firstPaint);
  await tab.close();
  return ms;
};

export const firstCode: Row = {
  id: 'screen-first-code',
  title: 'first code visible',
  how: 'From the navigation’s start until the first line of code with its text in it has been painted inside of the window, in a new browser context with nothing cached; the session is prepared and its findings are there, and the browser runs. Floor: the first paint of a bare server’s page of one word, in turns. Median, and the fastest and slowest.',
  measure: async (bench: Bench) => {
    const supervisor = await bench.supervisor();
    const screen = await bench.screen();
    const bare = await bench.fork('http');
    const figure = async (name: string, url: string, limit: number): Promise<Figure> => {
      const { product, floor } = await alternate(bench.count(9, 4), {
        floor: () => paintTime(screen, bare.url),
        product: () => codeTime(screen, url),
      });
      return {
        name: `first code visible, ${name}`,
        unit: 'ms',
        measured: median(product),
        spread: spreadOf(product),
        floor: median(floor),
        bound: { kind: 'at-most', limit },
        samples: product.length,
      };
    };
    const large = await openBigReview(supervisor, sizes.large);
    const real = await openPackageReview(supervisor, bench.modules);
    const huge = await openBigReview(supervisor, sizes.huge);
    const figures: Figure[] = [];
    for (const view of views) {
      await showIn(view, large);
      figures.push(
        await figure(`68,000 changed lines in 100 files, 2,000 findings, ${view}`, large.url, 1000),
        await figure(`zod 3 to 4, 68,470 lines in 466 files, ${view}`, real.url, 1000),
        await figure(
          `409,000 changed lines in 1,000 files, 5,000 findings, ${view}`,
          huge.url,
          2000,
        ),
      );
    }
    await screen.stop();
    await bare.stop();
    await supervisor.stop();
    return figures;
  },
};
