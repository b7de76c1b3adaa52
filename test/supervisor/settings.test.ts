import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { controlPath, sessionPath } from '../helpers/paths.ts';
import { call } from '../helpers/http-call.ts';
import {
  homeWith,
  spawnSupervisor,
  startSupervisor,
  type TestSupervisor,
} from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

const plan = { mode: 'plan', content: '# A plan' } as const;

/** Opens a plan without waiting for its preparation, which may take longer than a short grace period. */
const openAtOnce = async ({ client, home }: TestSupervisor, isDetached = false) => {
  const body = { ...plan, cwd: home, detached: isDetached };
  const opened = await client.call('openSession', { body });
  if (opened.status !== 201) throw new Error('the answer is a decision');
  return opened.body;
};

/** Longer than a busy machine takes for a request. */
const graceSeconds = 1.5;

describe('a supervisor with a short grace period', () => {
  let galley: TestSupervisor;
  beforeAll(async () => {
    galley = await startSupervisor(
      await homeWith({ warmWorkers: 0, graceSeconds, limits: { streams: 3 } }),
    );
  });
  afterAll(() => galley.stop());

  test('closes a session whose launching process never waits; a detached one stays', async () => {
    const detached = await openAtOnce(galley, true);
    const left = await openAtOnce(galley);
    const { json } = await galley.api(
      controlPath('getDecision', { params: { id: left.id }, query: { wait: 0 } }),
    );
    expect(json).toBeUndefined();
    await until(
      'it is closed',
      async () =>
        (await galley.api(controlPath('getSession', { params: { id: left.id } }))).status === 404,
    );
    expect(
      (await galley.api(controlPath('getDecision', { params: { id: left.id } }))).json,
    ).toMatchObject({
      outcome: 'closed',
    });
    expect(
      (await galley.api(controlPath('getSession', { params: { id: detached.id } }))).status,
    ).toBe(200);
  });

  test('keeps a session open while a connection waits; when it breaks, the grace period starts', async () => {
    const session = await openAtOnce(galley);
    const gone = new AbortController();
    const waiting = galley.api(
      controlPath('getDecision', { params: { id: session.id }, query: { wait: 60 } }),
      {
        signal: gone.signal,
      },
    );
    const waited = waiting.then(
      () => 'answered',
      () => 'broken',
    );
    // Longer than the grace time: the wait of another request of the same session would end it otherwise.
    const other = await galley.open({ ...plan, detached: true });
    expect(
      (
        await galley.api(
          controlPath('getDecision', { params: { id: other.id }, query: { wait: 2 } }),
        )
      ).status,
    ).toBe(204);
    expect(
      (await galley.api(controlPath('getSession', { params: { id: session.id } }))).status,
    ).toBe(200);
    gone.abort();
    expect(await waited).toBe('broken');
    await until(
      'it is closed',
      async () =>
        (await galley.api(controlPath('getSession', { params: { id: session.id } }))).status ===
        404,
    );
  });

  test('applies the last valid settings while they are invalid', async () => {
    await writeFile(join(galley.home, 'config', 'config.json'), 'spoilt');
    const session = await galley.open({ ...plan, detached: true });
    expect((await call(`${session.url}${sessionPath('getSession')}`)).status).toBe(200);
  });
});

test('an idle supervisor exits and leaves no registry', async () => {
  const place = await homeWith({ idleExitMinutes: 0.01, warmWorkers: 0 });
  endings.push(place.remove);
  const { started, exited, child } = await spawnSupervisor(place.home);
  expect(started.type).toBe('ready');
  await exited;
  expect(child.exitCode).toBe(0);
  await expect(readFile(place.registryPath)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a port in use is reported', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  endings.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  const place = await homeWith({ supervisorPort: port });
  endings.push(place.remove);
  const { started } = await spawnSupervisor(place.home);
  expect(started).toMatchObject({
    type: 'failed',
    body: { code: 'port_in_use', error: expect.stringContaining(String(port)) },
  });
});

test('without file descriptors, opening fails with a message, and the supervisor and open sessions go on', async () => {
  const galley = await startSupervisor(await homeWith({ warmWorkers: 0 }), { maxOpenFiles: 64 });
  endings.push(galley.stop);
  const first = await galley.open({ ...plan, detached: true });
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      galley
        .api(controlPath('openSession'), {
          method: 'POST',
          body: { ...plan, cwd: galley.home, detached: true },
        })
        .catch((error: unknown) => ({ status: 0, json: String(error) })),
    ),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, json } of refused)
    if (status !== 0)
      expect(json).toMatchObject({
        code: expect.stringMatching(/^(?:worker_failed|storage_failed)$/u),
      });
  expect((await call(`${first.url}${sessionPath('getSession')}`)).status).toBe(200);
  const { sessions } = await galley.registry();
  // One after the other: a request needs a descriptor, too.
  for (const { id } of sessions)
    await until('it is closed', async () => {
      const closed = galley.api(controlPath('closeSession', { params: { id } }), {
        method: 'DELETE',
      });
      return (await closed.catch(() => undefined))?.status !== undefined;
    });
  expect((await galley.open({ ...plan, detached: true })).id).toMatch(/^\w{12}$/u);
}, 60_000);
