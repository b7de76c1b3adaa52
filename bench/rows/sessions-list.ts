import { alternate } from '../kit/alternate.ts';
import { inParallel, upTo } from '../kit/in-parallel.ts';
import { median } from '../kit/percentile.ts';
import { availableBytes } from '../kit/process-figures.ts';
import type { Row } from '../kit/row.ts';
import { runNode } from '../kit/run-node.ts';
import { smallPlan } from '../kit/samples.ts';

/** Memory reserved per session; its actual use is measured by another row. */
const roomPerSessionBytes = 20 * 1024 * 1024;

export const sessionsList: Row = {
  id: 'sessions-list',
  title: '`sessions list` with 1,000 sessions',
  how: '`galley sessions list --json` from its start to its end, with 1,000 real sessions open. Floor: `node -e 0`. In turns.',
  measure: async (bench) => {
    const count = bench.count(1000, 50);
    if (availableBytes() < count * roomPerSessionBytes)
      throw new Error(`${count} sessions need ${count * roomPerSessionBytes} bytes of memory.`);
    const { control, home, stop } = await bench.supervisor();
    await inParallel(upTo(count), 8, (number) =>
      control.open({
        mode: 'plan',
        cwd: '/',
        title: `Plan ${number}`,
        content: smallPlan,
        detached: true,
      }),
    );
    await control.settled();
    const { product, floor } = await alternate(bench.count(40, 8), {
      floor: async () => (await runNode(['-e', '0'])).ms,
      product: async () => {
        const run = await runNode([bench.cli, 'sessions', 'list', '--json'], home.env);
        const { sessions } = JSON.parse(run.stdout) as { sessions: unknown[] };
        if (sessions.length !== count) throw new Error(`It listed ${sessions.length} sessions.`);
        return run.ms;
      },
    });
    await stop();
    return [
      {
        name: `\`sessions list\` with ${count.toLocaleString('en')} sessions: p50`,
        unit: 'ms',
        measured: median(product),
        floor: median(floor),
        bound: { kind: 'ratio-at-most', limit: 2 },
        samples: product.length,
      },
    ];
  },
};
