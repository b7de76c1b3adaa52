import { once } from 'node:events';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
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
  /** How often it, or a predecessor, has adopted a session. */
  const adoptions = async () => (await log()).split('"msg":"session adopted"').length - 1;
  const adopted = (count: number) =>
    until('the sessions are adopted', async () => (await adoptions()) >= count);
  return { ...next, sessions, decision, adoptions, adopted };
};

const kill = async (galley: TestSupervisor): Promise<void> => {
  const exited = once(galley.child, 'exit');
  galley.child.kill('SIGKILL');
  await exited;
};

const plan = { mode: 'plan', content: '# P\n\nA plan.', detached: true } as const;

type Successor = Awaited<ReturnType<typeof succeed>>;
const spoolsOf = ({ state }: TestSupervisor) => readdir(join(state, 'sessions'));

// Most of it is waiting until a lock is old enough to be taken over.
test.concurrent('a session is adopted although the registry is lost, cut off, or of another program, and one that cannot be found exits', async () => {
  const galley = await start();
  const sessions = [await galley.open(plan), await galley.open(plan), await galley.open(plan)];
  const forgotten = await galley.open(plan);
  const damages = [
    async (path: string) => {
      await rm(path);
      await rm(join(galley.state, 'sessions', forgotten.id), { recursive: true });
    },
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
    if (index === 0) {
      await until('that without files is gone', () => !isThere(forgotten.pid));
      expect(await next.decision(forgotten.id)).toMatchObject({ outcome: 'undecided' });
    }
    const { id = '', url = '' } = open[0] ?? {};
    await decide(url, 'approve');
    expect(await next.decision(id)).toMatchObject({ outcome: 'approved' });
    leading = next;
  }
});

const finding = { source: 'lint', text: 'stays' };
const names = 'adopted decided lost closed killed kept gone forged still held-up'.split(' ');
let galley: TestSupervisor;
/** The supervisor after it. */
let next: Successor;
const sessions: Record<string, Pick<SessionRecord, 'id' | 'pid' | 'url'>> = {};
const sessionOf = (name: string) => {
  const session = sessions[name];
  if (session === undefined) throw new Error(`no session is ${name}`);
  return session;
};
const isListed = async ({ id }: { id: string }) =>
  (await next.sessions()).some((session) => session.id === id);

/** Two supervisors for several tests, each with a session of its own. */
describe.concurrent('one of several sessions whose supervisor is killed', () => {
  beforeAll(async () => {
    galley = await start();
    for (const name of names) sessions[name] = await galley.open(plan);
    const annotations = `${sessionOf('adopted').url}${sessionPath('addAnnotations')}`;
    await call(annotations, { method: 'POST', body: finding });
    for (const name of ['still', 'held-up']) process.kill(sessionOf(name).pid, 'SIGSTOP');
    const long = { ...plan, cwd: galley.home, content: `# Long\n\n${'- item\n'.repeat(10_000)}` };
    const opened = await galley.api(controlPath('openSession'), { method: 'POST', body: long });
    await kill(galley);
    sessions['long'] = opened.json as SessionRecord;
    expect((await call(`${sessionOf('long').url}${sessionPath('getSession')}`)).json).toMatchObject(
      { preparation: { state: 'preparing' } },
    );
    expect((await call(annotations)).json).toMatchObject({ annotations: [finding] });
    await decide(sessionOf('decided').url, 'deny', { feedback: 'No.' });
    for (const name of ['lost', 'gone']) process.kill(sessionOf(name).pid, 'SIGKILL');
    await until('it is gone', () => !isThere(sessionOf('gone').pid));
    const registry = JSON.parse(await readFile(galley.registryPath, 'utf8')) as {
      sessions: SessionRecord[];
    };
    // One record now names the process of the test, with another start.
    const changed = registry.sessions.map((record) => ({
      ...record,
      ...(record.id === sessionOf('gone').id ? { pid: process.pid } : {}),
      ...(record.id === sessionOf('forged').id ? { nonce: 'f'.repeat(32) } : {}),
    }));
    await writeFile(galley.registryPath, JSON.stringify({ ...registry, sessions: changed }));
    next = await succeed(galley);
    await next.adopted(5);
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

  test('has its preparation finished by the next supervisor', async () => {
    const { id, url } = sessionOf('long');
    const isPrepared = async () =>
      (await next.sessions()).some(
        (session) => session.id === id && session.preparation.state === 'ready',
      );
    await until('it is prepared', isPrepared, 60_000);
    expect((await call(`${url}${sessionPath('getSession')}`)).json).toMatchObject({
      preparation: { state: 'ready' },
    });
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
    expect(await close(closed.id)).toMatchObject({ outcome: 'closed' });
    process.kill(killed.pid, 'SIGKILL');
    expect(await next.decision(killed.id)).toMatchObject({ outcome: 'undecided' });
  });

  test('is not confused with a process that has its pid, and killed if it does not know the nonce', async () => {
    const [gone, forged] = [sessionOf('gone'), sessionOf('forged')];
    expect(await next.decision(gone.id)).toMatchObject({ outcome: 'undecided' });
    expect(await next.decision(forged.id)).toMatchObject({ outcome: 'undecided' });
    for (const session of [gone, forged]) expect(await isListed(session)).toBe(false);
    await until('the process of the second is gone', () => !isThere(forged.pid));
  });

  test('if it stands still is neither waited for nor killed until it is closed, and adopted when it resumes', async () => {
    const [still, closed] = [sessionOf('still'), sessionOf('held-up')];
    expect(await close(closed.id)).toMatchObject({ outcome: 'closed' });
    await until('its process is gone', () => !isThere(closed.pid));
    await until(
      'the other shows',
      async () => (await next.sessions()).some((s) => s.id === still.id && !s.isResponsive),
      30_000,
    );
    process.kill(still.pid, 'SIGCONT');
    await next.adopted(6);
    await decide(still.url, 'approve');
    expect(await next.decision(still.id)).toMatchObject({ outcome: 'approved' });
  });
});

const close = async (id: string) =>
  (await next.api(controlPath('closeSession', { params: { id } }), { method: 'DELETE' })).json;

test('a stopped worker is shown as unresponsive, delays nobody, and recovers', async () => {
  const [still, other] = [await next.open(plan), sessionOf('kept')];
  process.kill(still.pid, 'SIGSTOP');
  const isResponsive = async (id: string) =>
    (await next.sessions()).find((session) => session.id === id)?.isResponsive;
  await until('it is noticed', async () => (await isResponsive(still.id)) === false, 30_000);
  expect(await isResponsive(other.id)).toBe(true);
  expect((await next.api(controlPath('getMetrics'))).text).toContain(
    'galley_unresponsive_sessions 1\n',
  );
  const third = await next.open(plan);
  await decide(third.url, 'approve');
  process.kill(still.pid, 'SIGCONT');
  await until('it answers', async () => (await isResponsive(still.id)) === true);
  await decide(still.url, 'approve');
  expect(await next.decision(still.id)).toMatchObject({ outcome: 'approved' });
});

test('a stopped supervisor is replaced, its sessions continue, and it does no harm when it resumes', async () => {
  const open = ['kept', 'long'].map((name) => sessionOf(name).id).sort();
  const listed = async ({ sessions: list }: Successor) => (await list()).map(({ id }) => id).sort();
  await until('all others are reaped', async () => (await listed(next)).join() === open.join());
  const before = await next.adoptions();
  next.child.kill('SIGSTOP');
  const third = await succeed(next);
  await third.adopted(before + open.length);
  const exited = once(next.child, 'exit');
  next.child.kill('SIGCONT');
  await exited;
  expect(await listed(third)).toEqual(open);
  expect((await galley.registry()).supervisor.pid).toBe(third.supervisor.pid);
  const { id, url } = sessionOf('kept');
  await decide(url, 'approve');
  expect(await third.decision(id)).toMatchObject({ outcome: 'approved' });
});
