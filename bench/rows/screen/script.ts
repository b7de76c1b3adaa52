import type { Bench } from '../../kit/bench.ts';
import type { Figure } from '../../kit/figure.ts';
import type { Row } from '../../kit/row.ts';
import { smallPlan } from '../../kit/samples.ts';
import type { Screen, Tab } from '../../kit/screen/screen.ts';
import { openSmallReview } from '../../kit/small-review.ts';

const bytesPerKilobyte = 1000;

/** Only gzip is offered: a browser would take the smaller brotli. */
const onlyGzip = ({ page }: Tab) => page.setExtraHTTPHeaders({ 'Accept-Encoding': 'gzip' });

const expression = `(async () => {
  const paint = await new Promise((resolve) =>
    new PerformanceObserver((list) => {
      // The background may be painted before any content.
      for (const entry of list.getEntriesByName('first-contentful-paint')) resolve(entry);
    }).observe({ type: 'paint', buffered: true }));
  await probe.frames(60);
  return performance.getEntriesByType('resource')
    .filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= paint.startTime)
    .reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0);
})()`;

const measure = async (screen: Screen, url: string): Promise<number> => {
  const tab = await screen.open(url, onlyGzip);
  const bytes = await tab.ask<number>(expression);
  await tab.close();
  return bytes / bytesPerKilobyte;
};

export const script: Row = {
  id: 'screen-script',
  title: 'JavaScript before the first paint',
  how: 'All scripts whose answer had ended at the page’s first contentful paint, by the browser’s resource timing (`encodedBodySize`), with nothing cached and gzip as the only encoding that it offers; 1 KB is 1,000 bytes. The most of several loads.',
  measure: async (bench: Bench) => {
    const supervisor = await bench.supervisor();
    const screen = await bench.screen();
    const plan = await supervisor.control.open({
      mode: 'plan',
      cwd: supervisor.home.folder,
      content: smallPlan,
      detached: true,
    });
    await supervisor.control.prepared(plan.id);
    const review = await openSmallReview(supervisor);
    const figure = async (mode: string, url: string, limit: number): Promise<Figure> => {
      const loads: number[] = [];
      while (loads.length < bench.count(5, 2)) loads.push(await measure(screen, url));
      return {
        name: `JavaScript before the first paint, ${mode}`,
        unit: 'KB',
        measured: Math.max(...loads),
        bound: { kind: 'at-most', limit },
        samples: loads.length,
      };
    };
    const figures = [await figure('plan', plan.url, 120), await figure('review', review.url, 250)];
    await screen.stop();
    await supervisor.stop();
    return figures;
  },
};
