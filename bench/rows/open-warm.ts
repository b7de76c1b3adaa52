import { alternate } from '../kit/alternate.ts';
import { answer } from '../kit/answer.ts';
import type { Bench } from '../kit/bench.ts';
import type { ControlApi } from '../kit/control-api.ts';
import { percentile } from '../kit/percentile.ts';
import type { Row } from '../kit/row.ts';
import { smallPlan } from '../kit/samples.ts';

/** From the control API's request to the session's page. */
const openSession = async (control: ControlApi): Promise<number> => {
  await control.settled();
  const startedMs = performance.now();
  const { id, url } = await control.open({
    mode: 'plan',
    cwd: '/',
    content: smallPlan,
    detached: true,
  });
  await answer(`${url}/`);
  const ms = performance.now() - startedMs;
  await control.close(id);
  return ms;
};

const forkBare = async (bench: Bench): Promise<number> => {
  const startedMs = performance.now();
  const server = await bench.fork('http');
  await answer(server.url);
  const ms = performance.now() - startedMs;
  await server.stop();
  return ms;
};

export const openWarm: Row = {
  id: 'open-warm',
  title: 'open, warm',
  how: 'From `POST /v1/sessions` with a small plan to the first `200` of the session’s page, with warm workers waiting. Floor: from forking a bare `node:http` server to its first `200`. In turns.',
  measure: async (bench) => {
    const { control, stop } = await bench.supervisor();
    const { product, floor } = await alternate(bench.count(200, 15), {
      floor: () => forkBare(bench),
      product: () => openSession(control),
    });
    await stop();
    const figure = (share: number, limit: number) => ({
      name: `open, warm: p${share * 100}`,
      unit: 'ms' as const,
      measured: percentile(product, share),
      floor: percentile(floor, share),
      bound: { kind: 'ratio-at-most' as const, limit },
      samples: product.length,
    });
    return [figure(0.5, 0.15), figure(0.99, 0.5)];
  },
};
