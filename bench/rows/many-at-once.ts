import { availableParallelism } from 'node:os';
import { urlOf } from '../../shared/client.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import { alternate } from '../kit/alternate.ts';
import { answer } from '../kit/answer.ts';
import type { Bench } from '../kit/bench.ts';
import type { ChildServer } from '../kit/child-server.ts';
import { inParallel, upTo } from '../kit/in-parallel.ts';
import { median } from '../kit/percentile.ts';
import type { Row } from '../kit/row.ts';
import { smallPlan } from '../kit/samples.ts';

/** Equals the supervisor's limit. */
const startsAtOnce = availableParallelism() + 1;

const forkAll = async (bench: Bench, count: number): Promise<number> => {
  const startedMs = performance.now();
  const servers = await inParallel(upTo(count), startsAtOnce, async (): Promise<ChildServer> => {
    const server = await bench.fork('express');
    await answer(server.url);
    return server;
  });
  const ms = performance.now() - startedMs;
  await Promise.all(servers.map((server) => server.stop()));
  return ms;
};

interface Opened {
  readonly ms: number;
  readonly failed: number;
}

const openAll = async (bench: Bench, count: number): Promise<Opened> => {
  const { control, stop } = await bench.supervisor();
  await control.settled();
  const startedMs = performance.now();
  const opened = await Promise.allSettled(
    upTo(count).map(async (number) => {
      const { url } = await control.open({
        mode: 'plan',
        cwd: '/',
        title: `Plan ${number}`,
        content: smallPlan,
        detached: true,
      });
      await answer(`${url}/`);
      return url;
    }),
  );
  const ms = performance.now() - startedMs;
  const urls = opened.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
  // All must be open at the same time.
  const again = await inParallel(urls, 8, (url) =>
    answer(urlOf(url, sessionTargets.getSession)).then(
      () => true,
      () => false,
    ),
  );
  const { sessions } = await control.status();
  await stop();
  return { ms, failed: count - Math.min(sessions, again.filter(Boolean).length) };
};

export const manyAtOnce: Row = {
  id: 'many-at-once',
  title: '500 sessions at once',
  how: `500 \`POST /v1/sessions\` sent together, until the page of the last has answered \`200\`; afterwards every session must answer once more. Floor: forking 500 bare express servers, ${startsAtOnce} starting at a time as in the supervisor, until each has answered. In turns, each time with a new supervisor.`,
  measure: async (bench) => {
    const count = bench.count(500, 40);
    let failed = 0;
    const { product, floor } = await alternate(bench.count(2, 1), {
      floor: () => forkAll(bench, count),
      product: async () => {
        const opened = await openAll(bench, count);
        failed += opened.failed;
        return opened.ms;
      },
    });
    const samples = product.length;
    return [
      {
        name: `${count} sessions at once`,
        unit: 'ms',
        measured: median(product),
        floor: median(floor),
        bound: { kind: 'ratio-at-most', limit: 1.3 },
        samples,
      },
      {
        name: `${count} sessions at once: not open`,
        unit: 'failed',
        measured: failed,
        bound: { kind: 'at-most', limit: 0 },
        samples: samples + 1,
      },
    ];
  },
};
