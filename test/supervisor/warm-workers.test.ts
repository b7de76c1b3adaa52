import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Status } from '../../shared/supervisor/status.ts';
import { controlPath } from '../helpers/paths.ts';
import { childrenOf, withoutTasks } from '../helpers/processes.ts';
import { coldHome, startSupervisor, type TestSupervisor } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

let galley: TestSupervisor;
beforeAll(async () => {
  galley = await startSupervisor();
});
afterAll(() => galley.stop());

const plan = { mode: 'plan', content: '# A plan', detached: true };
const warmWorkers = async (): Promise<number> =>
  ((await galley.api(controlPath('getStatus'))).json as Status).warmWorkers;
const areWarm = () => until('two workers wait', async () => (await warmWorkers()) === 2);

test('two workers wait; one that is taken is replaced, also after more were wanted than waited', async () => {
  await areWarm();
  await Promise.all(Array.from({ length: 6 }, () => galley.open(plan)));
  await areWarm();
});

test.runIf(process.platform === 'linux')(
  'a warm worker that dies is replaced and harms nobody',
  async () => {
    await areWarm();
    const { sessions } = await galley.registry();
    const pids = new Set(sessions.map(({ pid }) => pid));
    const warm = withoutTasks(childrenOf(galley.supervisor.pid)).filter((pid) => !pids.has(pid));
    expect(warm).toHaveLength(2);
    for (const pid of warm) process.kill(pid, 'SIGKILL');
    await until(
      'they are noticed',
      () => !childrenOf(galley.supervisor.pid).some((pid) => warm.includes(pid)),
    );
    expect((await galley.open(plan)).id).toMatch(/^\w{12}$/u);
    await areWarm();
    expect((await galley.registry()).sessions).toHaveLength(sessions.length + 1);
  },
);

test.runIf(process.platform === 'linux')(
  'where no worker is kept ready, no task process is either',
  async () => {
    const cold = await startSupervisor(await coldHome());
    onTestFinished(() => cold.stop());
    const { pid } = cold.supervisor;
    const kept = () => readdir(join(cold.state, 'pages')).catch(() => []);
    // Done right before the task process would be started.
    await until('the supervisor has kept its page', async () => (await kept()).length > 0);
    expect(childrenOf(pid).length - withoutTasks(childrenOf(pid)).length).toBe(0);
  },
);
