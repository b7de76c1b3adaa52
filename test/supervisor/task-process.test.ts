import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { startTimeOf } from '../../shared/node/process-identity.ts';
import type { SessionView } from '../../shared/session/session.ts';
import { startedWith, taskProcessesOf, withoutTasks } from '../helpers/processes.ts';
import {
  call,
  startSupervisor,
  temporaryHome,
  type TestSupervisor,
} from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

const plan = { mode: 'plan', content: '# A plan', detached: true };

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

const start = async (...options: Parameters<typeof startSupervisor>): Promise<TestSupervisor> => {
  const galley = await startSupervisor(...options);
  endings.push(galley.stop);
  return galley;
};

/** A text that takes a while to be rendered. */
const long = '- an *item* of a `list`\n'.repeat(40_000);

it(
  'that is killed fails what it was preparing, and nothing else',
  { timeout: 120_000 },
  async () => {
    const galley = await start();
    const other = await galley.open(plan);
    const [taskProcess = 0] = taskProcessesOf(galley.supervisor.pid);
    const body = { ...plan, content: long, cwd: galley.home };
    const { json } = await galley.api('/v1/sessions', { method: 'POST', body });
    const { id, url } = json as SessionView;
    const spool = join(galley.state, 'sessions', id);
    const isWriting = () => readdirSync(spool).some((name) => name.startsWith('.task-'));
    await until('its task runs', isWriting, 60_000);
    process.kill(taskProcess, 'SIGKILL');
    const preparation = async () =>
      ((await galley.api(`/v1/sessions/${id}`)).json as SessionView).preparation;
    await until('it has failed', async () => (await preparation()).state === 'failed');
    expect(await preparation()).toMatchObject({
      code: 'preparation_failed',
      error: expect.stringContaining('SIGKILL'),
    });
    for (const session of [other, { url }])
      expect((await call(`${session.url}/api/session`)).status).toBe(200);
    expect((await galley.registry()).supervisor).toEqual(galley.supervisor);
    const next = await galley.open(plan);
    expect((await galley.api(`/v1/sessions/${next.id}`)).json).toMatchObject({
      preparation: { state: 'ready' },
    });
    expect(taskProcessesOf(galley.supervisor.pid)).not.toContain(taskProcess);
    const log = readFileSync(join(galley.state, 'log', 'supervisor.log'), 'utf8');
    expect(log).toContain('task process died');
  },
);

it('ends with its supervisor, however that ends, and so does what its tasks have started', async () => {
  const home = await temporaryHome();
  const [tools, pids] = [join(home.home, 'tools'), join(home.home, 'pids')];
  for (const folder of [tools, pids]) mkdirSync(folder);
  const script = `#!/bin/sh\ntrap '' TERM\ntouch "${pids}/$$"\nwhile :; do sleep 0.05; done\n`;
  writeFileSync(join(tools, 'git'), script);
  chmodSync(join(tools, 'git'), 0o755);
  const env = { PATH: `${tools}${delimiter}${process.env['PATH'] ?? ''}` };
  const galley = await start(home, { env });
  const session = await galley.open(plan);
  const body = { mode: 'review', cwd: home.home, detached: true };
  const opening = galley.api('/v1/sessions', { method: 'POST', body }).catch(() => undefined);
  await until('git runs', () => readdirSync(pids).length > 0);
  const [taskProcess = 0] = taskProcessesOf(galley.supervisor.pid);
  expect(startTimeOf(taskProcess)).toBeDefined();
  galley.child.kill('SIGKILL');
  await opening;
  const ended = [taskProcess, ...readdirSync(pids).map(Number)];
  await until('all of it is gone', () => ended.every((pid) => startTimeOf(pid) === undefined));
  // Its sessions are not.
  expect((await call(`${session.url}/api/session`)).status).toBe(200);
  const left = startedWith('GALLEY_HOME', home.home);
  expect(withoutTasks(left)).toEqual(left);
  expect(existsSync(join(galley.state, 'sessions', session.id))).toBe(true);
});
