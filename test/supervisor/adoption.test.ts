import { once } from 'node:events';
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Decision } from '../../shared/session/decision.ts';
import type { SessionRecord } from '../../shared/session/session.ts';
import { decide } from '../helpers/galley.ts';
import { controlPath, sessionPath } from '../helpers/paths.ts';
import { isThere } from '../helpers/processes.ts';
import { call } from '../helpers/http-call.ts';
import { coldHome, startSupervisor, type TestSupervisor } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

// Only at the end: the tests run beside each other.
const removals: (() => Promise<void>)[] = [];
afterAll(async () => {
  await Promise.all(removals.map((remove) => remove()));
});

const start = async (): Promise<TestSupervisor> => {
  const galley = await startSupervisor(await coldHome());
  removals.push(galley.remove);
  return galley;
};

/** Starts the next supervisor. */
const succeed = async (galley: TestSupervisor) => {
  const next = await startSupervisor(galley);
  const { api } = next;
  const sessions = async () =>
    ((await api(controlPath('listSessions'))).json as { sessions: Omit<SessionRecord, 'nonce'>[] })
      .sessions;
  const decision = async (id: string) =>
    (await api(controlPath('getDecision', { params: { id }, query: { wait: 30 } })))
      .json as Decision;
  const log = () => readFile(join(galley.state, 'log', 'supervisor.log'), 'utf8');
  const adopted = (count: number) =>
    until('the sessions are adopted', async () => {
      return (await log()).split('"msg":"session adopted"').length - 1 >= count;
    });
  return { ...next, sessions, decision, log, adopted };
};

const kill = async (galley: TestSupervisor): Promise<void> => {
  const exited = once(galley.child, 'exit');
  galley.child.kill('SIGKILL');
  await exited;
};

const plan = { mode: 'plan', content: '# P\n\nA plan.', detached: true } as const;

type Successor = Awaited<ReturnType<typeof succeed>>;
const spoolsOf = ({ state }: TestSupervisor) => readdir(join(state, 'sessions'));

/** Two supervisors for several tests, each with a session of its own. */
describe.concurrent('one of several sessions whose supervisor is killed', () => {
  const finding = { source: 'lint', text: 'stays' };
  let galley: TestSupervisor;
  let next: Successor;
  const sessions: Record<string, Awaited<ReturnType<TestSupervisor['open']>>> = {};
  const sessionOf = (name: string) => {
    const session = sessions[name];
    if (session === undefined) throw new Error(`no session is ${name}`);
    return session;
  };
  const isListed = async ({ id }: { id: string }) =>
    (await next.sessions()).some((session) => session.id === id);
  beforeAll(async () => {
    galley = await start();
    for (const name of ['adopted', 'decided', 'lost', 'closed', 'killed', 'kept'])
      sessions[name] = await galley.open(plan);
    const annotations = `${sessionOf('adopted').url}${sessionPath('addAnnotations')}`;
    await call(annotations, { method: 'POST', body: finding });
    await kill(galley);
    expect((await call(annotations)).json).toMatchObject({ annotations: [finding] });
    await decide(sessionOf('decided').url, 'deny', { feedback: 'No.' });
    process.kill(sessionOf('lost').pid, 'SIGKILL');
    next = await succeed(galley);
    await next.adopted(4);
  });

  test('is adopted, and its decision reaches clients of the next supervisor', async () => {
    const { id, pid, url } = sessionOf('adopted');
    expect((await next.sessions()).find((session) => session.id === id)).toMatchObject({
      pid,
      isResponsive: true,
      preparation: { state: 'ready' },
    });
    await decide(url, 'approve');
    expect(await next.decision(id)).toMatchObject({ outcome: 'approved', annotations: [finding] });
    await until('it is reaped', async () => !(await isListed({ id })));
    await until('its spool is removed', async () => !(await spoolsOf(galley)).includes(id));
    await until('its process is gone', () => !isThere(pid));
  });

  test('can be decided without a supervisor; the next one has the decision', async () => {
    const decided = sessionOf('decided');
    expect(await next.decision(decided.id)).toMatchObject({ outcome: 'denied', feedback: 'No.' });
    expect(await isListed(decided)).toBe(false);
  });

  test('is undecided if it is killed as well, and no other session is affected', async () => {
    const [lost, kept] = [sessionOf('lost'), sessionOf('kept')];
    expect(await next.decision(lost.id)).toMatchObject({ outcome: 'undecided' });
    expect(await isListed(lost)).toBe(false);
    expect(await isListed(kept)).toBe(true);
    await until('its spool is removed', async () => !(await spoolsOf(galley)).includes(lost.id));
    expect(await spoolsOf(galley)).toContain(kept.id);
  });

  test('can be closed by the next supervisor, which reports its death', async () => {
    const [closed, killed] = [sessionOf('closed'), sessionOf('killed')];
    const { json } = await next.api(controlPath('closeSession', { params: { id: closed.id } }), {
      method: 'DELETE',
    });
    expect(json).toMatchObject({ outcome: 'closed' });
    process.kill(killed.pid, 'SIGKILL');
    expect(await next.decision(killed.id)).toMatchObject({ outcome: 'undecided' });
  });
});

// Most of each is waiting until a lock is old enough to be taken over, each in a home of its own.
describe.concurrent('a session whose supervisor is killed', () => {
  test('has its preparation finished by the next supervisor', async () => {
    const galley = await start();
    const answer = await galley.api(controlPath('openSession'), {
      method: 'POST',
      body: { ...plan, cwd: galley.home, content: `# Long\n\n${'- item\n'.repeat(10_000)}` },
    });
    await kill(galley);
    const { id, url } = answer.json as SessionRecord;
    expect((await call(`${url}${sessionPath('getSession')}`)).json).toMatchObject({
      preparation: { state: 'preparing' },
    });
    const next = await succeed(galley);
    const isPrepared = async () => {
      const [session] = await next.sessions();
      return session?.id === id && session.preparation.state === 'ready';
    };
    await until('it is prepared', isPrepared, 60_000);
    expect((await call(`${url}${sessionPath('getSession')}`)).json).toMatchObject({
      preparation: { state: 'ready' },
    });
  }, 120_000);

  test('is adopted although the registry is lost, cut off, or of another program', async () => {
    const galley = await start();
    const sessions = [await galley.open(plan), await galley.open(plan), await galley.open(plan)];
    const damages = [
      (path: string) => rm(path),
      (path: string) => writeFile(path, '{"version":1,"supervisor"'),
      (path: string) => writeFile(path, '{"name":"x","version":"1.2.3"}'),
    ];
    let leading: TestSupervisor = galley;
    let adopted = 0;
    for (const [index, damage] of damages.entries()) {
      await kill(leading);
      await damage(galley.registryPath);
      const open = sessions.slice(index);
      const next = await succeed(galley);
      await next.adopted((adopted += open.length));
      const found = (await next.sessions()).map(({ id, pid }) => `${id} ${pid}`);
      expect(found.sort()).toEqual(open.map(({ id, pid }) => `${id} ${pid}`).sort());
      const { id = '', url = '' } = open[0] ?? {};
      await decide(url, 'approve');
      expect(await next.decision(id)).toMatchObject({ outcome: 'approved' });
      leading = next;
    }
  });

  test('is not confused with a process that has its pid, and killed if it does not know the nonce', async () => {
    const galley = await start();
    const [gone, forged, kept] = [
      await galley.open(plan),
      await galley.open(plan),
      await galley.open(plan),
    ];
    await kill(galley);
    process.kill(gone.pid, 'SIGKILL');
    await until('it is gone', () => !isThere(gone.pid));
    const registry = JSON.parse(await readFile(galley.registryPath, 'utf8')) as {
      sessions: SessionRecord[];
    };
    // The first record now names the process of the test, with another start.
    const changed = registry.sessions.map((record) => ({
      ...record,
      ...(record.id === gone.id ? { pid: process.pid } : {}),
      ...(record.id === forged.id ? { nonce: 'f'.repeat(32) } : {}),
    }));
    await writeFile(galley.registryPath, JSON.stringify({ ...registry, sessions: changed }));
    const next = await succeed(galley);
    expect(await next.decision(gone.id)).toMatchObject({ outcome: 'undecided' });
    expect(await next.decision(forged.id)).toMatchObject({ outcome: 'undecided' });
    await next.adopted(1);
    expect(await next.sessions()).toMatchObject([{ id: kept.id }]);
    await until('the process of the second is gone', () => !isThere(forged.pid));
  });
});

describe.concurrent('a stopped supervisor', () => {
  test('is replaced, its sessions continue, and it does no harm when it resumes', async () => {
    const galley = await start();
    const session = await galley.open(plan);
    galley.child.kill('SIGSTOP');
    const next = await succeed(galley);
    await next.adopted(1);
    const exited = once(galley.child, 'exit');
    galley.child.kill('SIGCONT');
    await exited;
    expect(await next.sessions()).toMatchObject([{ id: session.id }]);
    expect((await galley.registry()).supervisor.pid).toBe(next.supervisor.pid);
    await decide(session.url, 'approve');
    expect(await next.decision(session.id)).toMatchObject({ outcome: 'approved' });
  }, 120_000);
});

describe.concurrent('a stopped worker', () => {
  test('is shown as unresponsive, delays nobody, and recovers', async () => {
    const galley = await start();
    const [still, other] = [await galley.open(plan), await galley.open(plan)];
    process.kill(still.pid, 'SIGSTOP');
    const isResponsive = async (id: string) =>
      ((await galley.api(controlPath('getSession', { params: { id } }))).json as SessionRecord)
        .isResponsive;
    await until('it is noticed', async () => !(await isResponsive(still.id)), 30_000);
    expect(await isResponsive(other.id)).toBe(true);
    expect((await galley.api(controlPath('getMetrics'))).text).toContain(
      'galley_unresponsive_sessions 1\n',
    );
    const third = await galley.open(plan);
    await decide(third.url, 'approve');
    process.kill(still.pid, 'SIGCONT');
    await until('it answers', () => isResponsive(still.id));
    await decide(still.url, 'approve');
    const answer = await galley.api(
      controlPath('getDecision', { params: { id: still.id }, query: { wait: 30 } }),
    );
    expect(answer.json).toMatchObject({ outcome: 'approved' });
  }, 120_000);

  test('is neither waited for nor killed until it is closed, and adopted when it resumes', async () => {
    const galley = await start();
    const [still, other, closed] = [
      await galley.open(plan),
      await galley.open(plan),
      await galley.open(plan),
    ];
    for (const { pid } of [still, closed]) process.kill(pid, 'SIGSTOP');
    await kill(galley);
    const next = await succeed(galley);
    await next.adopted(1);
    await decide(other.url, 'approve');
    expect(await next.decision(other.id)).toMatchObject({ outcome: 'approved' });
    const { json } = await next.api(controlPath('closeSession', { params: { id: closed.id } }), {
      method: 'DELETE',
    });
    expect(json).toMatchObject({ outcome: 'closed' });
    await until('its process is gone', () => !isThere(closed.pid));
    await until(
      'the other shows',
      async () => (await next.sessions()).some((s) => s.id === still.id && !s.isResponsive),
      30_000,
    );
    process.kill(still.pid, 'SIGCONT');
    await next.adopted(2);
    await decide(still.url, 'approve');
    expect(await next.decision(still.id)).toMatchObject({ outcome: 'approved' });
  }, 120_000);
});

test.concurrent('a worker that the next supervisor cannot find exits by itself', async () => {
  const galley = await start();
  const session = await galley.open(plan);
  await kill(galley);
  await rename(galley.registryPath, `${galley.registryPath}.lost`);
  await rm(join(galley.state, 'sessions', session.id), { recursive: true });
  const next = await succeed(galley);
  expect(await next.sessions()).toEqual([]);
  await until('it is gone', () => !isThere(session.pid));
  expect(await next.decision(session.id)).toMatchObject({ outcome: 'undecided' });
});
