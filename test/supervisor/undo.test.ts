import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnded } from '../../shared/node/ended-reviews.ts';
import type { Decision } from '../../shared/session/decision.ts';
import type { Held } from '../../shared/session/outcome.ts';
import type { SessionView } from '../../shared/session/session.ts';
import { controlPath, sessionPath } from '../helpers/paths.ts';
import { isThere } from '../helpers/processes.ts';
import { call } from '../helpers/http-call.ts';
import { coldHome, startSupervisor, type TestSupervisor } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

const kill = async ({ child, exited }: TestSupervisor): Promise<void> => {
  child.kill('SIGKILL');
  await exited;
};
const killWorker = async (pid: number): Promise<void> => {
  process.kill(pid, 'SIGKILL');
  await until('it is gone', () => !isThere(pid));
};

const plan = { mode: 'plan', content: '# P\n\nA plan.', detached: true } as const;
const finding = { source: 'lint', text: 'stays' };
const post = (url: string, path: string, body: object = {}) =>
  call(`${url}${path}`, { method: 'POST', body });

/** A session whose decision is held for longer than a test takes. */
const openHeld = async (galley: TestSupervisor) => {
  const session = await galley.open(plan);
  await post(session.url, sessionPath('addAnnotations'), finding);
  const draft = { generation: 1, feedback: 'Words.', comments: [] };
  await call(`${session.url}${sessionPath('saveDraft')}`, { method: 'PUT', body: draft });
  const answer = await post(session.url, sessionPath('approve'), { undoSeconds: 60 });
  expect(answer.status).toBe(200);
  const { outcome, decidedAt, releaseAt } = answer.json as Held;
  return { ...session, held: { outcome, decidedAt, releaseAt } };
};

const recordOf = async ({ api }: Pick<TestSupervisor, 'api'>, id: string) =>
  (await api(controlPath('getSession', { params: { id } }))).json as SessionView;
const decisionOf = async ({ api }: Pick<TestSupervisor, 'api'>, id: string) =>
  (await api(controlPath('getDecision', { params: { id }, query: { wait: 20 } }))).json as Decision;
const expectReleased = async (galley: TestSupervisor, id: string): Promise<void> => {
  expect(await decisionOf(galley, id)).toMatchObject({
    outcome: 'approved',
    annotations: [finding],
  });
  await until('its draft and its spool are gone', async () => {
    const left = await Promise.all(
      ['drafts', 'sessions'].map((name) => readdir(join(galley.state, name))),
    );
    return left.flat().every((name) => !name.includes(id));
  });
  const names = await readdir(join(galley.state, 'decisions'));
  const ofIt = names.filter((name) => name.startsWith(id) && name.endsWith('.json'));
  expect(ofIt).toEqual([`${id}.json`]);
  // What is kept of it says nothing of a decision that waits.
  const kept = await readEnded(join(galley.state, 'decisions'), id);
  expect(kept?.session.held).toBeUndefined();
};

describe('a decision that is held', () => {
  let galley: TestSupervisor;
  beforeAll(async () => {
    galley = await startSupervisor(await coldHome());
  });
  afterAll(() => galley.stop());

  test('is shown and not delivered; undone it never is, released it is', async () => {
    const { id, url, held } = await openHeld(galley);
    const shown = (wanted: Held | undefined) =>
      until('the record shows it', async () => {
        const record = await recordOf(galley, id);
        return JSON.stringify(record.held) === JSON.stringify(wanted);
      });
    await shown(held);
    expect((await galley.api(controlPath('getDecision', { params: { id } }))).status).toBe(204);
    expect((await post(url, sessionPath('undoDecision'))).status).toBe(200);
    await shown(undefined);
    expect((await galley.api(controlPath('getDecision', { params: { id } }))).status).toBe(204);
    const waiting = decisionOf(galley, id);
    expect((await post(url, sessionPath('deny'), { undoSeconds: 60 })).status).toBe(200);
    expect((await post(url, sessionPath('releaseDecision'))).status).toBe(200);
    expect(await waiting).toMatchObject({ outcome: 'denied', annotations: [finding] });
  });

  test('is released when its process is killed', async () => {
    const { id, pid } = await openHeld(galley);
    process.kill(pid, 'SIGKILL');
    await expectReleased(galley, id);
  });

  test.each([
    [
      'is closed',
      (galley: TestSupervisor, id: string) =>
        galley.api(controlPath('closeSession', { params: { id } }), { method: 'DELETE' }),
    ],
    [
      'is closed while its process stands still',
      async (galley: TestSupervisor, id: string) => {
        process.kill((await recordOf(galley, id)).pid, 'SIGSTOP');
        await galley.api(controlPath('closeSession', { params: { id } }), { method: 'DELETE' });
      },
    ],
  ] as const)('is released when its session %s', async (_, close) => {
    const { id } = await openHeld(galley);
    await close(galley, id);
    await expectReleased(galley, id);
  });
});

describe('a decision that is held when its supervisor ends', () => {
  const held = new Map<string, Awaited<ReturnType<typeof openHeld>>>();
  const heldFor = (name: string) => {
    const session = held.get(name);
    if (session === undefined) throw new Error(`none is ${name}`);
    return session;
  };
  let galley: TestSupervisor;
  beforeAll(async () => {
    const first = await startSupervisor(await coldHome());
    for (const name of ['adopted', 'dead', 'undone', 'forgotten'])
      held.set(name, await openHeld(first));
    await until('the registry shows them', async () =>
      (await first.registry()).sessions.every((session) => session.held !== undefined),
    );
    await kill(first);
    const { url } = heldFor('undone');
    expect((await post(url, sessionPath('undoDecision'))).status).toBe(200);
    for (const name of ['dead', 'undone']) await killWorker(heldFor(name).pid);
    galley = await startSupervisor(first);
  });
  afterAll(() => galley.stop());

  test('is released by the next supervisor when all processes died', async () => {
    await expectReleased(galley, heldFor('dead').id);
  });

  test('that was undone while there was no supervisor is no decision', async () => {
    const { id } = heldFor('undone');
    expect(await decisionOf(galley, id)).toMatchObject({ outcome: 'undecided' });
    const drafts = await readdir(join(galley.state, 'drafts'));
    expect(drafts.filter((name) => name.includes(id))).toHaveLength(1);
  });

  test('is adopted with its session, shown, and can still be undone', async () => {
    const session = heldFor('adopted');
    const { id, url } = session;
    await until('it is shown', async () => (await recordOf(galley, id)).held !== undefined);
    expect((await recordOf(galley, id)).held).toEqual(session.held);
    expect((await galley.api(controlPath('getDecision', { params: { id } }))).status).toBe(204);
    expect((await post(url, sessionPath('undoDecision'))).status).toBe(200);
    process.kill((await recordOf(galley, id)).pid, 'SIGKILL');
    expect(await decisionOf(galley, id)).toMatchObject({ outcome: 'undecided' });
  });

  test('is released though nothing but its file is left', async () => {
    const { id, pid } = heldFor('forgotten');
    await kill(galley);
    await killWorker(pid);
    await rm(galley.registryPath);
    await rm(join(galley.state, 'sessions', id), { recursive: true });
    galley = await startSupervisor(galley);
    await expectReleased(galley, id);
  });

  test('is released when the supervisor is stopped by force', async () => {
    const { id } = await openHeld(galley);
    await galley.api(controlPath('shutdown'), { method: 'POST', body: { force: true } });
    await galley.exited;
    const file = join(galley.state, 'decisions', `${id}.json`);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ outcome: 'approved' });
    expect(existsSync(file.replace('.json', '.held.json'))).toBe(false);
  });
});
