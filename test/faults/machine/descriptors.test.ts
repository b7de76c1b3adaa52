import { writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { call, type HttpAnswer } from '../../helpers/http-call.ts';
import { controlPath, sessionPath } from '../../helpers/paths.ts';
import { openDescriptors } from '../../helpers/resources.ts';
import { startSupervisor } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';

const maxOpenFiles = 72;
const plan = { mode: 'plan', content: '# A plan', detached: true };

const endings: (() => Promise<void>)[] = [];
const sockets: { destroy: () => void }[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const end of endings.splice(0)) await end();
});

const start = async () => {
  const galley = await startSupervisor(undefined, { maxOpenFiles });
  endings.push(galley.stop);
  return galley;
};

/** Opens connections with incomplete requests until the process has no file descriptor left. */
const exhaust = async (pid: number, url: string): Promise<void> => {
  const { port } = new URL(url);
  for (let count = 0; count < maxOpenFiles; count += 1) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHos');
    sockets.push(socket);
  }
  await until('there are no descriptors left', () => openDescriptors(pid) >= maxOpenFiles - 1);
};

/** The first refusal: workers that are ready may open a few sessions before. */
const untilRefused = async (open: () => Promise<HttpAnswer>): Promise<HttpAnswer> => {
  const answer = await open();
  return answer.status === 201 ? untilRefused(open) : answer;
};

const isAnswering = (answer: Promise<HttpAnswer>): Promise<boolean> =>
  answer.then(
    ({ status }) => status === 200,
    () => false,
  );

const letGo = (): void => {
  for (const socket of sockets.splice(0)) socket.destroy();
};

test('a supervisor without file descriptors refuses with a message, keeps its sessions, and recovers', async () => {
  const galley = await start();
  const session = await galley.open(plan);
  const file = join(galley.home, 'plan.md');
  await writeFile(file, '# A plan');
  // Over a connection that is there before: there is no descriptor for another one.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  sockets.push(agent);
  const open = (source: object) =>
    galley.api(controlPath('openSession'), {
      method: 'POST',
      body: { ...source, cwd: galley.home },
      agent,
    });
  await galley.api(controlPath('getStatus'), { agent });
  await exhaust(galley.supervisor.pid, galley.supervisor.url);
  for (const source of [plan, { mode: 'plan', path: file, detached: true }]) {
    const refused = await untilRefused(() => open(source));
    expect(refused.json).toMatchObject({
      code: expect.stringMatching(/^(?:worker_failed|storage_failed)$/u),
      error: expect.stringMatching(/EMFILE|EAGAIN|ENFILE|limits/u),
    });
  }
  expect((await call(`${session.url}${sessionPath('getSession')}`)).status).toBe(200);
  letGo();
  await until('it answers', () => isAnswering(galley.api(controlPath('getStatus'))));
  const { supervisor, sessions } = await galley.registry();
  expect(supervisor.pid).toBe(galley.supervisor.pid);
  for (const { id } of sessions)
    await galley.api(controlPath('closeSession', { params: { id } }), { method: 'DELETE' });
  expect((await galley.open(plan)).id).toMatch(/^\w{12}$/u);
});

test('a supervisor whose file descriptors are used up by connections recovers when they close', async () => {
  const galley = await start();
  const session = await galley.open(plan);
  await exhaust(galley.supervisor.pid, galley.supervisor.url);
  expect((await call(`${session.url}${sessionPath('getSession')}`)).status).toBe(200);
  letGo();
  await until('it answers', () => isAnswering(galley.api(controlPath('getStatus'))));
  expect((await galley.open(plan)).id).not.toBe(session.id);
  // It still leads, although checking the registry needs a descriptor, too.
  expect((await galley.registry()).supervisor).toEqual(galley.supervisor);
});

test('a session whose file descriptors are used up by connections recovers when they close', async () => {
  const galley = await start();
  const { id, url, pid } = await galley.open(plan);
  await exhaust(pid, url);
  expect((await galley.api(controlPath('getSession', { params: { id } }))).json).toMatchObject({
    state: 'running',
  });
  letGo();
  const post = (path: string, body: object) => call(`${url}${path}`, { method: 'POST', body });
  await until('it answers', () => isAnswering(call(`${url}${sessionPath('getSession')}`)));
  expect((await post(sessionPath('addAnnotations'), { source: 's', text: 't' })).status).toBe(201);
  expect((await post(sessionPath('approve'), {})).status).toBe(200);
  expect(
    (await galley.api(controlPath('getDecision', { params: { id }, query: { wait: 60 } }))).json,
  ).toMatchObject({
    outcome: 'approved',
    annotations: [{ source: 's' }],
  });
});
