import { alternate } from '../kit/alternate.ts';
import type { Figure } from '../kit/figure.ts';
import { upTo } from '../kit/in-parallel.ts';
import { median } from '../kit/percentile.ts';
import type { Row } from '../kit/row.ts';
import { finding } from '../kit/samples.ts';
import { clearFindings, findingsPath, openSmallReview, postJson } from '../kit/small-review.ts';

const findings = 10_000;

const parseAndWrite = (body: string): number => {
  const startedMs = performance.now();
  const text = JSON.stringify(JSON.parse(body));
  const ms = performance.now() - startedMs;
  if (text.length !== body.length) throw new Error('The body did not come back as it was.');
  return ms;
};

const sendBatch = async (url: string, body: string): Promise<number> => {
  const startedMs = performance.now();
  const text = await postJson(url + findingsPath, body);
  const ms = performance.now() - startedMs;
  const { ids } = JSON.parse(text) as { ids: string[] };
  if (ids.length !== findings) throw new Error(`It took ${ids.length} findings.`);
  return ms;
};

export const batch: Row = {
  id: 'batch',
  title: 'a batch of 10,000 findings into a review session',
  how: 'From the start of the POST to the end of its answer, once as the first of a new session and once for a session that has taken a batch before. Floor: `JSON.parse` and `JSON.stringify` of the same body in the benchmark’s process. In turns.',
  measure: async (bench) => {
    const supervisor = await bench.supervisor();
    const review = await openSmallReview(supervisor);
    const annotations = upTo(findings).map((number) => finding(number, review.files));
    const body = JSON.stringify({ annotations });
    const floor = () => Promise.resolve(parseAndWrite(body));
    const first = await alternate(bench.count(15, 4), {
      floor,
      product: async () => {
        const { id, url } = await openSmallReview(supervisor);
        const ms = await sendBatch(url, body);
        await supervisor.control.close(id);
        return ms;
      },
    });
    const further = await alternate(bench.count(30, 5), {
      floor,
      product: async () => {
        const ms = await sendBatch(review.url, body);
        await clearFindings(review.url);
        return ms;
      },
    });
    await supervisor.stop();
    const figure = (which: string, { product, floor }: typeof first): Figure => ({
      name: `a batch of 10,000 findings, ${which}: p50`,
      unit: 'ms',
      measured: median(product),
      floor: median(floor),
      bound: { kind: 'ratio-at-most', limit: 4 },
      samples: product.length,
    });
    return [figure('first of a session', first), figure('further', further)];
  },
};
