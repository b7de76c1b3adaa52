import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { startTimeOf } from '../../shared/node/process-identity.ts';
import { controlPath, sessionPath } from '../helpers/paths.ts';
import { childrenOf, startedWith, taskProcessesOf, withoutTasks } from '../helpers/processes.ts';
import { call } from '../helpers/http-call.ts';
import { coldHome, startSupervisor } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

const plan = { mode: 'plan', content: '# A plan', detached: true };

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

/** A supervisor with an open session, and a task that never ends: its git does not. */
const startBusy = async () => {
  const home = await coldHome();
  const [tools, pids] = [join(home.home, 'tools'), join(home.home, 'pids')];
  for (const folder of [tools, pids]) mkdirSync(folder);
  const script = `#!/bin/sh\ntrap '' TERM\ntouch "${pids}/$$"\nwhile :; do sleep 0.05; done\n`;
  writeFileSync(join(tools, 'git'), script);
  chmodSync(join(tools, 'git'), 0o755);
  const env = { PATH: `${tools}${delimiter}${process.env['PATH'] ?? ''}` };
  const galley = await startSupervisor(home, { env });
  endings.push(galley.stop);
  const session = await galley.open(plan);
  const body = { mode: 'review', cwd: home.home, detached: true };
  const opening = galley
    .api(controlPath('openSession'), { method: 'POST', body })
    .catch(() => undefined);
  await until('git runs', () => readdirSync(pids).length > 0);
  const [taskProcess = 0] = taskProcessesOf(galley.supervisor.pid);
  expect(startTimeOf(taskProcess)).toBeDefined();
  const areGone = () =>
    [taskProcess, ...readdirSync(pids).map(Number)].every((pid) => startTimeOf(pid) === undefined);
  return { galley, session, opening, taskProcess, areGone };
};

it('runs its tasks again when it is killed, and fails them the second time', async () => {
  const { galley, session, opening, taskProcess, areGone } = await startBusy();
  process.kill(taskProcess, 'SIGKILL');
  const nextOne = () =>
    taskProcessesOf(galley.supervisor.pid).find(
      (pid) => pid !== taskProcess && childrenOf(pid).length > 0,
    );
  await until('git runs again', () => nextOne() !== undefined);
  process.kill(nextOne() ?? expect.fail(), 'SIGKILL');
  expect(await opening).toMatchObject({
    status: 503,
    json: { code: 'preparation_failed', error: expect.stringContaining('SIGKILL') },
  });
  await until('git is gone, too', areGone);
  expect((await call(`${session.url}${sessionPath('getSession')}`)).status).toBe(200);
  expect((await galley.registry()).supervisor).toEqual(galley.supervisor);
  const next = await galley.open(plan);
  expect(
    (await galley.api(controlPath('getSession', { params: { id: next.id } }))).json,
  ).toMatchObject({
    preparation: { state: 'ready' },
  });
  expect(taskProcessesOf(galley.supervisor.pid)).not.toContain(taskProcess);
  const log = join(galley.state, 'log', 'supervisor.log');
  await until('it is logged', () => readFileSync(log, 'utf8').includes('task process died'));
});

it('exits with its supervisor, however that ends, together with what its tasks started', async () => {
  const { galley, session, opening, areGone } = await startBusy();
  galley.child.kill('SIGKILL');
  await opening;
  await until('all of it is gone', areGone);
  // Its sessions are not.
  expect((await call(`${session.url}${sessionPath('getSession')}`)).status).toBe(200);
  const left = startedWith('GALLEY_HOME', galley.home);
  expect(withoutTasks(left)).toEqual(left);
});
