import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlPath, sessionPath } from '../helpers/paths.ts';
import { call } from '../helpers/http-call.ts';
import { coldHome, startSupervisor, type TestSupervisor } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

let galley: TestSupervisor;
beforeAll(async () => {
  galley = await startSupervisor(await coldHome());
});
afterAll(() => galley.stop());

const plan = { mode: 'plan', content: '# A plan\n\nDo it.\n', detached: true };

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const isListed = async ({ id }: { readonly id: string }): Promise<boolean> =>
  (await galley.registry()).sessions.some((session) => session.id === id);

describe('a session', () => {
  test('opens in a process of its own and is in the registry', async () => {
    const session = await galley.open(plan);
    const { sessions } = await galley.registry();
    expect(sessions).toContainEqual(
      expect.objectContaining({ id: session.id, title: 'A plan', state: 'running' }),
    );
    expect(session).not.toHaveProperty('nonce');
    expect(session.pid).not.toBe(galley.supervisor.pid);
    expect((await call(`${session.url}${sessionPath('getSession')}`)).json).toMatchObject({
      id: session.id,
      mode: 'plan',
    });
  });

  test('counts as collected when its decision is read, not when it is only checked', async () => {
    const { id, url } = await galley.open(plan);
    await call(`${url}${sessionPath('approve')}`, { method: 'POST', body: {} });
    const path = controlPath('getDecision', { params: { id }, query: { wait: 10 } });
    const mark = join(galley.state, 'decisions', `${id}.collected`);
    expect((await galley.api(path, { method: 'HEAD' })).status).toBe(200);
    expect(existsSync(mark)).toBe(false);
    expect((await galley.api(path)).status).toBe(200);
    await until('it is noted', () => existsSync(mark));
  });

  test('gives its decision to present and future waiters, and leaves nothing else', async () => {
    const session = await galley.open(plan);
    const waiting = galley.api(
      controlPath('getDecision', { params: { id: session.id }, query: { wait: 30 } }),
    );
    const approved = await call(`${session.url}${sessionPath('approve')}`, {
      method: 'POST',
      body: { feedback: 'good' },
    });
    expect(approved.status).toBe(200);
    expect((await waiting).json).toMatchObject({ outcome: 'approved', feedback: 'good' });
    await until('its process is gone', () => !isRunning(session.pid));
    await until('its spool is gone', () => !existsSync(join(galley.state, 'sessions', session.id)));
    await until('it is not listed any more', async () => !(await isListed(session)));
    expect(
      (await galley.api(controlPath('getDecision', { params: { id: session.id } }))).json,
    ).toMatchObject({
      outcome: 'approved',
    });
  });

  test('opened with wait=decision answers with the decision', async () => {
    const before = new Set((await galley.registry()).sessions.map(({ id }) => id));
    const waiting = galley.api(`${controlPath('openSession')}?wait=decision`, {
      method: 'POST',
      body: { ...plan, cwd: galley.home, detached: false },
    });
    const opened = async () => (await galley.registry()).sessions.find(({ id }) => !before.has(id));
    await until('it is open', async () => (await opened()) !== undefined);
    const session = await opened();
    await call(`${session?.url}${sessionPath('deny')}`, {
      method: 'POST',
      body: { feedback: 'no' },
    });
    expect(await waiting).toMatchObject({
      status: 200,
      json: { outcome: 'denied', feedback: 'no' },
    });
  });

  test('is undecided, with a reason, when it is killed, and no other session notices', async () => {
    const [victim, other] = [await galley.open(plan), await galley.open(plan)];
    const waiting = galley.api(
      controlPath('getDecision', { params: { id: victim.id }, query: { wait: 30 } }),
    );
    process.kill(victim.pid, 'SIGKILL');
    expect((await waiting).json).toMatchObject({
      outcome: 'undecided',
      reason: expect.stringContaining('SIGKILL'),
    });
    await until('it is not listed any more', async () => !(await isListed(victim)));
    expect((await call(`${other.url}${sessionPath('getSession')}`)).status).toBe(200);
  });

  test('is closed on request, with how it ended', async () => {
    const session = await galley.open(plan);
    const closed = await galley.api(controlPath('closeSession', { params: { id: session.id } }), {
      method: 'DELETE',
    });
    expect(closed).toMatchObject({
      status: 200,
      json: { outcome: 'closed', death: { class: 'clean' } },
    });
    expect(isRunning(session.pid)).toBe(false);
    expect(
      (
        await galley.api(controlPath('closeSession', { params: { id: session.id } }), {
          method: 'DELETE',
        })
      ).status,
    ).toBe(404);
  });

  test('is closed by force if it does not respond', async () => {
    const session = await galley.open(plan);
    process.kill(session.pid, 'SIGSTOP');
    const closed = await galley.api(controlPath('closeSession', { params: { id: session.id } }), {
      method: 'DELETE',
    });
    expect(closed.json).toMatchObject({
      outcome: 'closed',
      death: { class: 'closed', signal: 'SIGKILL' },
    });
    expect(isRunning(session.pid)).toBe(false);
  });

  test('reports content that cannot be prepared, and can still be closed', async () => {
    await writeFile(join(galley.home, 'no.patch'), 'this is no patch\n');
    const session = await galley.open({ mode: 'review', patch: 'no.patch', detached: true });
    const { json } = await galley.api(controlPath('getSession', { params: { id: session.id } }));
    expect(json).toMatchObject({ preparation: { state: 'failed', code: 'invalid_patch' } });
    expect(
      (
        await galley.api(controlPath('closeSession', { params: { id: session.id } }), {
          method: 'DELETE',
        })
      ).status,
    ).toBe(200);
  });

  test('answers 204 when a wait times out without a decision', async () => {
    const session = await galley.open(plan);
    expect(
      (await galley.api(controlPath('getDecision', { params: { id: session.id } }))).status,
    ).toBe(204);
    expect(
      (
        await galley.api(
          controlPath('getDecision', { params: { id: session.id }, query: { wait: 1 } }),
        )
      ).status,
    ).toBe(204);
  });
});

describe('a session that cannot be opened', () => {
  beforeAll(async () => {
    await writeFile(join(galley.home, 'binary.md'), Buffer.from([0x23, 0x00, 0x01]));
    await writeFile(join(galley.home, 'empty.md'), '');
    await mkdir(join(galley.home, 'folder'), { recursive: true });
  });

  test.each([
    ['no such file', { mode: 'plan', path: 'gone.md' }, 422, 'file_not_found'],
    ['a binary file', { mode: 'plan', path: 'binary.md' }, 422, 'not_a_text'],
    ['an empty file', { mode: 'document', path: 'empty.md' }, 422, 'content_empty'],
    ['an empty patch', { mode: 'review', patch: 'empty.md' }, 422, 'content_empty'],
    ['empty content', { mode: 'plan', content: ' \n' }, 422, 'content_empty'],
    ['a folder as plan', { mode: 'plan', path: 'folder' }, 422, 'not_a_text'],
    ['a folder without documents', { mode: 'document', path: 'folder' }, 422, 'content_empty'],
    ['a folder without git', { mode: 'review' }, 422, 'not_a_repository'],
    ['a patch that is not there', { mode: 'review', patch: 'gone.patch' }, 422, 'file_not_found'],
    [
      'an address of another kind',
      { mode: 'document', url: 'file:///etc/passwd' },
      422,
      'url_refused',
    ],
    [
      'a folder that is not there',
      { mode: 'plan', content: 'x', cwd: '/no/such/folder' },
      422,
      'file_not_found',
    ],
    ['both content and path', { mode: 'plan', content: 'x', path: 'y' }, 400, 'invalid_request'],
    ['an unknown mode', { mode: 'poem', content: 'x' }, 400, 'invalid_request'],
    ['an unknown field', { mode: 'plan', content: 'x', color: 'red' }, 400, 'invalid_request'],
  ])('%s', async (_, request, status, code) => {
    const before = await readdir(join(galley.state, 'sessions'));
    const answer = await galley.api(controlPath('openSession'), {
      method: 'POST',
      body: { cwd: galley.home, ...request },
    });
    expect(answer).toMatchObject({
      status,
      json: { code, error: expect.stringMatching(/^.{10,}\.$/su) },
    });
    // Those that have ended before may go in the meantime.
    expect(before).toEqual(expect.arrayContaining(await readdir(join(galley.state, 'sessions'))));
  });
});

describe('the control API', () => {
  test.each([
    ['no token', {}],
    ['another token', { authorization: 'Bearer nope' }],
    ['another scheme', { authorization: 'Basic nope' }],
  ])('refuses %s', async (_, headers) => {
    const answer = await call(`${galley.supervisor.url}${controlPath('listSessions')}`, {
      headers,
    });
    expect(answer).toMatchObject({ status: 401, json: { code: 'unauthorized' } });
  });

  test('refuses the token from another page', async () => {
    const answer = await galley.api(controlPath('listSessions'), {
      headers: { origin: 'http://127.0.0.1:1' },
    });
    expect(answer).toMatchObject({ status: 403, json: { code: 'forbidden_origin' } });
  });

  test.each([
    ['GET', '/v1/nope', 404],
    ['PUT', controlPath('listSessions'), 405],
    ['GET', controlPath('getSession', { params: { id: 'unknown' } }), 404],
    ['GET', controlPath('getDecision', { params: { id: 'unknown' } }), 404],
    ['GET', controlPath('getDecision', { params: { id: '../../x' } }), 404],
    ['DELETE', controlPath('closeSession', { params: { id: 'unknown' } }), 404],
  ])('%s %s: %i', async (method, path, status) => {
    expect((await galley.api(path, { method })).status).toBe(status);
  });

  test('refuses an invalid wait', async () => {
    const session = await galley.open(plan);
    for (const wait of ['x', '-1', '61', '1e1', ''])
      expect(
        (
          await galley.api(
            `${controlPath('getDecision', { params: { id: session.id } })}?wait=${wait}`,
          )
        ).status,
        wait,
      ).toBe(400);
  });

  test('has metrics as JSON and for Prometheus', async () => {
    const { json } = await galley.api(controlPath('getStatus'));
    expect(json).toMatchObject({ pid: galley.child.pid, threads: { failed: expect.any(Number) } });
    const { text } = await galley.api(controlPath('getMetrics'));
    expect(text).toMatch(/^galley_sessions \d+$/mu);
    expect(text).toMatch(/^galley_worker_deaths_total\{class="killed"\} 1$/mu);
  });

  test('does not stop while sessions are running', async () => {
    await galley.open(plan);
    expect(await galley.api(controlPath('shutdown'), { method: 'POST', body: {} })).toMatchObject({
      status: 409,
      json: { code: 'sessions_running' },
    });
  });

  test('streams events of sessions', async () => {
    const events: string[] = [];
    const stop = new AbortController();
    const { url, token } = galley.supervisor;
    const response = await fetch(`${url}${controlPath('streamEvents')}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    });
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const part of response.body ?? [])
        events.push(decoder.decode(part, { stream: true }));
    })().catch(() => undefined);
    const seen = (type: string, id: string) =>
      events
        .join('')
        .split('\n')
        .some((line) => line.startsWith(`data: {"type":"${type}"`) && line.includes(id));
    await until('a snapshot', () => seen('snapshot', ''));
    const session = await galley.open(plan);
    await until('it is opened', () => seen('opened', session.id));
    await until('it is prepared', () => seen('changed', session.id));
    await galley.api(controlPath('closeSession', { params: { id: session.id } }), {
      method: 'DELETE',
    });
    await until('it has exited', () => seen('exited', session.id));
    stop.abort();
    await reading;
  });
});
