import { alternate } from '../kit/alternate.ts';
import type { Bench } from '../kit/bench.ts';
import type { ChildServer } from '../kit/child-server.ts';
import type { Figure } from '../kit/figure.ts';
import { median, percentile } from '../kit/percentile.ts';
import { postLoad } from '../kit/post-load.ts';
import type { Row } from '../kit/row.ts';
import { finding } from '../kit/samples.ts';
import {
  clearFindings,
  findingsPath,
  openSmallReview,
  postJson,
  type SmallReview,
} from '../kit/small-review.ts';
import { StreamReaders } from '../kit/stream-readers.ts';
import { within } from '../kit/within.ts';

const streams = 50;
const connections = 16;

interface Sides {
  readonly review: SmallReview;
  readonly bare: ChildServer;
}

/** Milliseconds from a POST to its event on the last stream, finding by finding, alternating between the servers. */
const measureDelay = async (bench: Bench, { review, bare }: Sides): Promise<Figure> => {
  const readers = {
    product: await StreamReaders.open(`${review.url}${findingsPath}/stream`, streams),
    floor: await StreamReaders.open(`${bare.url}${findingsPath}/stream`, streams),
  };
  let number = 0;
  const send = async (side: StreamReaders, url: string) => {
    number += 1;
    const body = JSON.stringify(finding(number, review.files));
    const seen = side.seen(`Finding ${number}:`);
    const startedMs = performance.now();
    await Promise.all([
      postJson(url + findingsPath, body),
      within(seen, 5000, 'the event of a finding'),
    ]);
    return performance.now() - startedMs;
  };
  const { product, floor } = await alternate(bench.count(2000, 200), {
    floor: () => send(readers.floor, bare.url),
    product: () => send(readers.product, review.url),
  });
  readers.product.close();
  readers.floor.close();
  return {
    name: `one finding, POST to its event, ${streams} streams: p99`,
    unit: 'ms',
    measured: percentile(product, 0.99),
    floor: percentile(floor, 0.99),
    bound: { kind: 'at-most', limit: 10 },
    samples: product.length,
  };
};

const measureRate = async (bench: Bench, { review, bare }: Sides): Promise<Figure> => {
  const posts = bench.count(10_000, 1000);
  const rate = async (url: string) => {
    const body = JSON.stringify(finding(1, review.files));
    const ms = await postLoad({ url, path: findingsPath, posts, connections, body });
    await clearFindings(url);
    return (posts / ms) * 1000;
  };
  const { product, floor } = await alternate(bench.count(9, 3), {
    floor: () => rate(bare.url),
    product: () => rate(review.url),
  });
  return {
    name: 'findings taken, one a POST',
    unit: 'per s',
    measured: median(product),
    floor: median(floor),
    bound: { kind: 'ratio-at-least', limit: 0.5 },
    samples: product.length,
  };
};

export const oneFinding: Row = {
  id: 'one-finding',
  title: 'one finding',
  how: `POST to event: from the start of a POST to a review session until the last of ${streams} open streams has brought its event. Per second: the same finding over ${connections} connections that stay open, one at a time on each, without streams. Floor of both: a bare \`node:http\` server that parses the same body, stores it and tells its streams. In turns, same client.`,
  measure: async (bench) => {
    const supervisor = await bench.supervisor();
    const review = await openSmallReview(supervisor);
    const bare = await bench.fork('store');
    const delay = await measureDelay(bench, { review, bare });
    const rate = await measureRate(bench, { review, bare });
    await supervisor.stop();
    await bare.stop();
    return [delay, rate];
  },
};
