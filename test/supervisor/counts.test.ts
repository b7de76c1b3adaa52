import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionCounts } from '../../shared/session/mode.ts';
import { countsPauseMs } from '../../shared/supervisor/worker-messages.ts';
import { dashboardToken } from '../../shared/node/dashboard-address.ts';
import { openStream } from '../helpers/event-stream.ts';
import { decide } from '../helpers/galley.ts';
import { controlPath, sessionPath } from '../helpers/paths.ts';
import { call } from '../helpers/http-call.ts';
import { coldHome, startSupervisor, type TestSupervisor } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

let galley: TestSupervisor;
beforeAll(async () => {
  galley = await startSupervisor(await coldHome());
});
afterAll(() => galley.stop());

const plan = { mode: 'plan', content: '# P\n\nA plan.', detached: true } as const;

const addFindings = (url: string, count: number) =>
  call(`${url}${sessionPath('addAnnotations')}`, {
    method: 'POST',
    body: { annotations: Array.from({ length: count }, () => ({ source: 's', text: 't' })) },
  });
const saveDraft = (url: string, generation: number, feedback: string) =>
  call(`${url}${sessionPath('saveDraft')}`, {
    method: 'PUT',
    body: { generation, comments: [], feedback },
  });

interface Api {
  readonly url: string;
  readonly token: string;
}

const countsOf = async ({ url, token }: Api, id: string): Promise<SessionCounts> => {
  const headers = { authorization: `Bearer ${token}` };
  const { json } = await call(`${url}${controlPath('getSession', { params: { id } })}`, {
    headers,
  });
  return (json as { counts: SessionCounts }).counts;
};

const untilCounts = (api: Api, id: string, expected: SessionCounts) =>
  until(
    `${JSON.stringify(expected)} are counted`,
    async () => JSON.stringify(await countsOf(api, id)) === JSON.stringify(expected),
    30_000,
  );

it('counts of an ended review are its last, however late a finding came', async () => {
  const { id, url } = await galley.open(plan);
  const follow = () =>
    openStream(`${galley.supervisor.url}${controlPath('streamEvents')}`, {
      authorization: `Bearer ${dashboardToken(galley.supervisor.token)}`,
    });
  const open = await follow();
  await addFindings(url, 3);
  await decide(url, 'approve');
  await until('it has ended', () => open.events.some(({ data }) => data.type === 'exited'));
  const counts = { findings: 3, comments: 0 };
  const last = open.events.findLast(({ data }) => data.type === 'changed');
  expect(last?.data).toMatchObject({ session: { id, counts } });
  const fresh = await follow();
  expect((await fresh.next()).data).toMatchObject({ ended: [{ id, counts }] });
  open.close();
  fresh.close();
});

it('records count findings and unsent comments; a burst causes only a few events', async () => {
  const { id, url } = await galley.open(plan);
  const stream = await openStream(`${galley.supervisor.url}${controlPath('streamEvents')}`, {
    authorization: `Bearer ${dashboardToken(galley.supervisor.token)}`,
  });
  const begun = performance.now();
  for (let round = 0; round < 100; round += 1) await addFindings(url, 1);
  await saveDraft(url, 1, 'Not yet.');
  await untilCounts(galley.supervisor, id, { findings: 100, comments: 1 });
  const told = stream.events.filter(({ data }) => data.type === 'changed');
  // About one for each pause, of which a busy machine has more.
  const pauses = (performance.now() - begun) / countsPauseMs;
  expect(told.length).toBeLessThan(20 + 2 * pauses);
  await call(`${url}${sessionPath('removeAnnotations')}`, { method: 'DELETE' });
  await call(`${url}${sessionPath('deleteDraft')}?generation=2`, { method: 'DELETE' });
  await untilCounts(galley.supervisor, id, { findings: 0, comments: 0 });
  stream.close();
  await decide(url, 'approve');
});

it('counts of an adopted session are kept and continue', async () => {
  const { id, url } = await galley.open(plan);
  await addFindings(url, 2);
  await untilCounts(galley.supervisor, id, { findings: 2, comments: 0 });
  const exited = once(galley.child, 'exit');
  galley.child.kill('SIGKILL');
  await exited;
  // Nobody listens, however much there is to tell, and the decision is not kept out by it.
  for (let round = 0; round < 100; round += 1) await addFindings(url, 1);
  galley = await startSupervisor(galley);
  await untilCounts(galley.supervisor, id, { findings: 102, comments: 0 });
  await saveDraft(url, 1, 'Now.');
  await untilCounts(galley.supervisor, id, { findings: 102, comments: 1 });
  const { id: otherId } = await galley.open({ ...plan, title: 'Other' });
  const { json } = await decide(url, 'approve');
  expect(json).toMatchObject({ outcome: 'approved', next: { id: otherId, title: 'Other' } });
});
