import { alternate } from '../../kit/alternate.ts';
import type { Bench } from '../../kit/bench.ts';
import { openLongDocument } from '../../kit/long-document.ts';
import { median, spreadOf } from '../../kit/percentile.ts';
import type { Row } from '../../kit/row.ts';
import type { Screen } from '../../kit/screen/screen.ts';

/** Since the epoch, once the element has been painted with its text. */
const painted = (selector: string): string => `new Promise((resolve) => {
  const look = () => {
    const found = document.querySelector(${JSON.stringify(selector)});
    const isShown = found !== null && found.textContent !== '' && found.clientHeight > 0;
    requestAnimationFrame(isShown ? () => resolve(performance.timeOrigin + performance.now()) : look);
  };
  look();
})`;

/** Milliseconds from a request for a page to the paint of each of these, in a new tab of a browser that runs. */
const timesOf = async (
  screen: Screen,
  request: () => Promise<string>,
  selectors: readonly string[],
): Promise<number[]> => {
  const tab = await screen.open('about:blank');
  const startedAt = performance.timeOrigin + performance.now();
  await tab.page.goto(await request(), { waitUntil: 'commit' });
  const endedAt = await Promise.all(
    selectors.map((selector) => tab.ask<number>(painted(selector))),
  );
  await tab.close();
  return endedAt.map((at) => at - startedAt);
};

/** A block that can be read, and one that can be commented on as well. */
const readable = '.document .markdown';
const whole = '[data-block]';

export const firstBlock: Row = {
  id: 'screen-first-block',
  title: 'a markdown document of 10,000 lines, from the request to its first block',
  how: 'From the request to the control API, with warm workers, until the first block of the text has been painted in a new browser context with nothing cached; the browser runs. A long text is shown from its beginning while the rest is rendered: beside it, held against nothing, when all of it is there and can be commented on. Floor: the same for a bare server’s page of one word, without a request to open it, in turns.',
  measure: async (bench: Bench) => {
    const supervisor = await bench.supervisor();
    const screen = await bench.screen();
    const bare = await bench.fork('http');
    const wholes: number[] = [];
    const { product, floor } = await alternate(bench.count(9, 4), {
      floor: async () => {
        const [ms = Number.NaN] = await timesOf(screen, () => Promise.resolve(bare.url), ['body']);
        return ms;
      },
      product: async () => {
        await supervisor.control.settled();
        let opened = '';
        const open = async (): Promise<string> => {
          const { id, url } = await openLongDocument(supervisor);
          opened = id;
          return url;
        };
        const [ms = Number.NaN, wholeMs = Number.NaN] = await timesOf(screen, open, [
          readable,
          whole,
        ]);
        wholes.push(wholeMs);
        await supervisor.control.close(opened);
        return ms;
      },
    });
    // The first one only warms the caches.
    const measuredWholes = wholes.slice(1);
    await screen.stop();
    await bare.stop();
    await supervisor.stop();
    return [
      {
        name: 'a document of 10,000 lines, request to its first block',
        unit: 'ms',
        measured: median(product),
        spread: spreadOf(product),
        floor: median(floor),
        bound: { kind: 'at-most', limit: 600 },
        samples: product.length,
      },
      {
        name: 'a document of 10,000 lines, request to all of it',
        unit: 'ms',
        measured: median(measuredWholes),
        spread: spreadOf(measuredWholes),
        floor: median(floor),
        bound: { kind: 'none' },
        samples: measuredWholes.length,
      },
    ];
  },
};
