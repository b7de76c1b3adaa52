import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultLimits } from '../../shared/annotations/limits.ts';
import { decisionSchema } from '../../shared/session/decision.ts';
import { decide, startGalley, type Galley } from '../helpers/galley.ts';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';

let galley: Galley;
beforeAll(async () => {
  galley = await startGalley({ warmWorkers: 0 });
});
afterAll(() => galley.stop());

it('a waiting process gets a decision of maximum size in full', async () => {
  const file = await galley.write('plan.md', '# A plan\n\nDo it.\n');
  const { id, url } = await galley.open(['plan', file]);
  const text = '\u0001'.repeat(defaultLimits.textLength);
  const batch = Array.from({ length: 20 }, () => ({ source: 'scan', text }));
  let count = 0;
  const post = () =>
    call(`${url}${sessionPath('addAnnotations')}`, {
      method: 'POST',
      body: { annotations: batch },
    });
  for (let answer = await post(); answer.status === 201; answer = await post())
    count += batch.length;
  await decide(url, 'deny', { feedback: 'Too much.' });
  const { code, stdout, stderr } = await galley.run(['sessions', 'wait', id, '--json']);
  expect({ code, stderr }).toEqual({ code: 10, stderr: '' });
  const decision = decisionSchema.parse(JSON.parse(stdout));
  expect(decision).toMatchObject({ outcome: 'denied', feedback: 'Too much.' });
  expect(decision.annotations).toHaveLength(count);
  expect(decision.annotations.every((annotation) => annotation.text === text)).toBe(true);
});
