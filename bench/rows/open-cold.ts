import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { alternate } from '../kit/alternate.ts';
import { answer } from '../kit/answer.ts';
import { stopSupervisorOf } from '../kit/own-home.ts';
import { median } from '../kit/percentile.ts';
import type { Row } from '../kit/row.ts';
import { runNode } from '../kit/run-node.ts';
import { smallPlan } from '../kit/samples.ts';

export const openCold: Row = {
  id: 'open-cold',
  title: 'open, cold supervisor, from the CLI',
  how: '`galley sessions open plan FILE --no-browser --json` from its start to its end where no supervisor runs: it starts one, and prints the address of a session that answers. Floor: `node -e 0`. In turns.',
  measure: async (bench) => {
    const home = await bench.home();
    const file = join(home.folder, 'plan.md');
    await writeFile(file, smallPlan);
    const { product, floor } = await alternate(bench.count(25, 5), {
      floor: async () => (await runNode(['-e', '0'])).ms,
      product: async () => {
        const args = [bench.cli, 'sessions', 'open', 'plan', file, '--no-browser', '--json'];
        const { ms, stdout } = await runNode(args, home.env);
        const { url } = JSON.parse(stdout) as { url: string };
        await answer(`${url}/`);
        await stopSupervisorOf(home);
        return ms;
      },
    });
    await home.stop();
    return [
      {
        name: 'open, cold supervisor, from the CLI: p50',
        unit: 'ms',
        measured: median(product),
        floor: median(floor),
        bound: { kind: 'ratio-at-most', limit: 3 },
        samples: product.length,
      },
    ];
  },
};
