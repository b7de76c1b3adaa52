import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Decision } from '../../../shared/session/decision.ts';
import type { SessionView } from '../../../shared/session/session.ts';
import type { Status } from '../../../shared/supervisor/status.ts';
import { call } from '../../helpers/http-call.ts';
import { controlPath, sessionPath } from '../../helpers/paths.ts';
import { startSupervisor } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';
import { isLongRun } from './size.ts';

const plan = { mode: 'plan', content: '# A plan', detached: true };

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

test('a session that runs out of memory ends as undecided, says so, and does not affect others', async () => {
  // A heap that a session fills in a second; otherwise an ordinary process.
  const galley = await startSupervisor(undefined, {
    env: { NODE_OPTIONS: '--max-old-space-size=64' },
  });
  endings.push(galley.stop);
  const [full, other] = [await galley.open(plan), await galley.open(plan)];
  const waiting = galley.api(
    controlPath('getDecision', { params: { id: full.id }, query: { wait: 60 } }),
  );
  const text = 'x'.repeat(60_000);
  const body = { annotations: Array.from({ length: 100 }, () => ({ source: 's', text })) };
  const add = () =>
    call(`${full.url}${sessionPath('addAnnotations')}`, { method: 'POST', body }).then(
      ({ status }) => status === 201,
      () => false,
    );
  const fill = async (): Promise<number> => {
    for (let batch = 1; ; batch += 1) if (!(await add())) return batch;
  };
  expect(await fill()).toBeGreaterThan(1);
  const { json } = await waiting;
  const decision = json as Decision;
  expect(decision).toMatchObject({ outcome: 'undecided' });
  expect(decision.reason).toContain('memory');
  expect(((await galley.api(controlPath('getStatus'))).json as Status).totals.deaths).toEqual({
    'out-of-memory': 1,
  });
  expect((await call(`${other.url}${sessionPath('getSession')}`)).status).toBe(200);
  const { sessions } = await galley.registry();
  expect(sessions.map(({ id }) => id)).toEqual([other.id]);
  expect((await galley.open(plan)).id).toMatch(/^\w{12}$/u);
});

// The tests of the thread pool cover a smaller task; a full one keeps a CPU busy for half a minute.
if (isLongRun)
  test('a document that exceeds the memory of a task fails alone, and says so', async () => {
    const galley = await startSupervisor();
    endings.push(galley.stop);
    const path = join(galley.home, 'large.md');
    // Every four bytes become an item of half a dozen objects.
    await writeFile(path, '- a\n'.repeat(5 * 2 ** 20 - 100));
    const opening = { mode: 'document', path, cwd: galley.home, detached: true };
    const large = (await galley.api(controlPath('openSession'), { method: 'POST', body: opening }))
      .json as SessionView;
    const small = await galley.open(plan);
    const preparation = async (id: string) =>
      ((await galley.api(controlPath('getSession', { params: { id } }))).json as SessionView)
        .preparation;
    expect(await preparation(small.id)).toEqual({ state: 'ready' });
    const isPreparing = async () => (await preparation(large.id)).state === 'preparing';
    await until('it has failed', async () => !(await isPreparing()), 90_000);
    expect(await preparation(large.id)).toMatchObject({
      state: 'failed',
      code: 'preparation_failed',
      error: expect.stringContaining('memory'),
    });
    expect((await call(`${large.url}${sessionPath('getPlan')}`)).json).toMatchObject({
      preparation: { state: 'failed' },
    });
    const after = await galley.open(plan);
    expect(await preparation(after.id)).toEqual({ state: 'ready' });
  });
