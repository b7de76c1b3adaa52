import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { identify, isProvedDead, ownLauncher } from '../../shared/node/process-identity.ts';
import type { Launcher } from '../../shared/supervisor/process-identity.ts';
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

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A process that stands for a hook, and what the supervisor is told of it. */
const startHook = (): { launcher: Launcher; end: () => Promise<void> } => {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  children.push(child);
  const identity = identify(child.pid ?? 0);
  const own = ownLauncher();
  if (identity === undefined || own === undefined) throw new Error('it was not started');
  return {
    launcher: { ...own, ...identity },
    end: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};

const open = (launcher: Launcher) =>
  galley.open({ mode: 'plan', content: '# A plan\n', origin: 'claude-code', launcher });

const waitFor = (id: string, options: { signal?: AbortSignal } = {}) =>
  galley.api(controlPath('getDecision', { params: { id }, query: { wait: 60 } }), options);

const recordOf = async (id: string) =>
  (await galley.registry()).sessions.find((session) => session.id === id);

const isClosed = async (id: string) => (await recordOf(id)) === undefined;

describe('the review of a hook', () => {
  it('closes as soon as the hook process has ended, with that reason', async () => {
    const hook = startHook();
    const { id, url } = await open(hook.launcher);
    const events = call(`${url}${sessionPath('streamEvents')}`);
    await hook.end();
    // Less than half of the grace that others have.
    await until('it is closed', () => isClosed(id));
    const reason = 'The agent went on without this review: the hook that asked for it has ended.';
    expect((await galley.api(controlPath('getDecision', { params: { id } }))).json).toMatchObject({
      outcome: 'closed',
      reason,
    });
    expect((await events).text).toContain(JSON.stringify(reason));
  });

  it('gets a held decision instead of being closed', async () => {
    const hook = startHook();
    const { id, url } = await open(hook.launcher);
    await decide(url, 'approve', { undoSeconds: 60 });
    await hook.end();
    await until('it is closed', () => isClosed(id));
    const { json } = await galley.api(controlPath('getDecision', { params: { id } }));
    expect(json).toMatchObject({ outcome: 'approved' });
  });

  it('stays open while a connection is', async () => {
    const hook = startHook();
    const { id, url } = await open(hook.launcher);
    const connection = new AbortController();
    const waiting = waitFor(id, connection).catch(() => undefined);
    await until('it waits', async () => (await waitingCount()) === 1);
    await hook.end();
    const other = await open(startHook().launcher);
    const another = startHook();
    const closed = await open(another.launcher);
    await another.end();
    await until('another one is closed in the meantime', () => isClosed(closed.id));
    expect(await isClosed(id)).toBe(false);
    expect(await isClosed(other.id)).toBe(false);
    await decide(url, 'deny', { feedback: 'No.' });
    expect(await waiting).toMatchObject({ json: { outcome: 'denied' } });
    await galley.api(controlPath('closeSession', { params: { id: other.id } }), {
      method: 'DELETE',
    });
  });

  it('keeps a decision that nobody is left to collect', async () => {
    const hook = startHook();
    const { id, url } = await open(hook.launcher);
    await decide(url, 'deny', { feedback: 'Not like this.' });
    await hook.end();
    await until('its process is gone', () => isClosed(id));
    for (const _ of ['once', 'again'])
      expect((await waitFor(id)).json).toMatchObject({
        outcome: 'denied',
        feedback: 'Not like this.',
      });
  });
});

const waitingCount = async (): Promise<number> => {
  const { json } = await galley.api(controlPath('getStatus'));
  return (json as { waitingConnections: number }).waitingConnections;
};

describe('a launching process', () => {
  const claims: [string, (launcher: Launcher) => Launcher][] = [
    ['of another container', (launcher) => ({ ...launcher, pidNamespace: 'pid:[1]' })],
    ['of another machine', (launcher) => ({ ...launcher, bootId: 'another' })],
    ['a later one with its number', (launcher) => ({ ...launcher, startTime: '1' })],
    ['gone already', (launcher) => ({ ...launcher, pid: 2 ** 22 + 1 })],
  ];
  it.each(claims)('%s is not watched', async (_, claim) => {
    const { id } = await open(claim(startHook().launcher));
    expect(await recordOf(id)).toMatchObject({ id, isDetached: false });
    expect(await recordOf(id)).not.toHaveProperty('launcher');
    await galley.api(controlPath('closeSession', { params: { id } }), { method: 'DELETE' });
  });

  it('is never taken for dead if it cannot be inspected', async () => {
    const hook = startHook();
    expect(isProvedDead(hook.launcher)).toBe(false);
    await hook.end();
    expect(isProvedDead(hook.launcher)).toBe(true);
    expect(isProvedDead({ ...hook.launcher, pidNamespace: 'pid:[1]' })).toBe(false);
    expect(isProvedDead({ ...hook.launcher, bootId: 'another' })).toBe(false);
  });

  it('is not exposed in the list of sessions', async () => {
    const hook = startHook();
    const { id } = await open(hook.launcher);
    expect((await recordOf(id))?.launcher).toEqual(hook.launcher);
    expect(
      (await galley.api(controlPath('getSession', { params: { id } }))).json,
    ).not.toHaveProperty('launcher');
  });
});

describe('a session that is detached later', () => {
  it('must exist', async () => {
    const answer = await galley.api(
      controlPath('detachSession', { params: { id: '000000000000' } }),
      { method: 'POST' },
    );
    expect(answer.status).toBe(404);
  });

  it('outlives its launching process and the supervisor, and others are watched by the next one', async () => {
    const [hook, other, later] = [startHook(), startHook(), startHook()];
    const [{ id }, watched, watchedLater] = [
      await open(hook.launcher),
      await open(other.launcher),
      await open(later.launcher),
    ];
    const detached = await galley.api(controlPath('detachSession', { params: { id } }), {
      method: 'POST',
    });
    expect(detached).toMatchObject({ status: 200, json: { id, isDetached: true } });
    await Promise.all([hook.end(), other.end()]);
    await until('the other one is closed', () => isClosed(watched.id));
    expect(await isClosed(id)).toBe(false);
    galley.child.kill('SIGKILL');
    await galley.exited;
    galley = await startSupervisor(galley);
    expect(await recordOf(id)).toMatchObject({ id, isDetached: true });
    await later.end();
    await until('the one that is still watched is closed', () => isClosed(watchedLater.id));
    expect(await isClosed(id)).toBe(false);
  });
});
