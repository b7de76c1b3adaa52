import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ControlClient } from '../../cli/client/control-client.ts';
import type { Decision } from '../../shared/session/decision.ts';
import type { SessionView } from '../../shared/session/session.ts';
import { startGalley, type Galley } from '../helpers/galley.ts';
import { controlPath, sessionPath } from '../helpers/paths.ts';
import { childrenOf, isThere } from '../helpers/processes.ts';
import { call } from '../helpers/http-call.ts';
import { until } from '../helpers/until.ts';

const sessionCount = 100;
const killCount = 50;
/** Of those that are killed; the others are waited for by a connection alone, which the supervisor cannot tell apart. */
const commandCount = 3;

let galley: Galley;
beforeAll(async () => {
  galley = await startGalley();
  // Process startup is not what this test is about.
  expect((await galley.run(['supervisor', 'start'])).code).toBe(0);
});
afterAll(() => galley.stop());

/** A random half, by a seed that is printed to reproduce failures. */
const chooseVictims = (sessions: readonly SessionView[], seed: number): SessionView[] => {
  let state = seed;
  const random = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  return sessions
    .map((session) => ({ session, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, killCount)
    .map(({ session }) => session);
};

test('of a hundred concurrent sessions, fifty survive the kill of the others, and nothing is left at the end', async () => {
  const { supervisor } = await galley.registry();
  const headers = { authorization: `Bearer ${supervisor.token}` };
  const open = async (): Promise<SessionView> => {
    const body = {
      mode: 'plan',
      cwd: galley.root,
      content: '# A plan\n\nDo it.\n',
      detached: true,
    };
    const answer = await call(`${supervisor.url}${controlPath('openSession')}`, {
      method: 'POST',
      body,
      headers,
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.json as SessionView;
  };
  const sessions = await Promise.all(Array.from({ length: sessionCount }, open));
  expect(new Set(sessions.map(({ pid }) => pid)).size).toBe(sessionCount);
  expect(await galley.listed()).toHaveLength(sessionCount);

  const seed = Date.now() % 2 ** 31;
  const victims = chooseVictims(sessions, seed);
  const others = sessions.filter((session) => !victims.includes(session));
  const finding = { source: 'lint', text: 'stays' };
  for (const { url } of others)
    expect(
      (await call(`${url}${sessionPath('addAnnotations')}`, { method: 'POST', body: finding }))
        .status,
    ).toBe(201);

  const commands = victims
    .slice(0, commandCount)
    .map(({ id }) => galley.start(['sessions', 'wait', id, '--json']));
  const client = new ControlClient(supervisor);
  const waitFor = async (session: SessionView): Promise<Decision> =>
    (await client.waitForDecision(session.id)) ?? waitFor(session);
  const decisions = victims.slice(commandCount).map(waitFor);
  const allWait = async () => {
    const { text } = await call(`${supervisor.url}${controlPath('getMetrics')}`, { headers });
    return text.includes(`galley_waiting_connections ${killCount}\n`);
  };
  await until('all fifty wait', allWait, 60_000);
  for (const { pid } of victims) process.kill(pid, 'SIGKILL');
  const undecided = { outcome: 'undecided', reason: expect.stringContaining('SIGKILL') };
  for (const { ended } of commands) {
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }, `seed ${seed}`).toEqual({ code: 12, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject(undecided);
  }
  for (const decision of decisions) expect(await decision).toMatchObject(undecided);

  for (const { url } of others) {
    const { json } = await call(`${url}${sessionPath('listAnnotations')}`);
    expect(json, `seed ${seed}`).toMatchObject({ version: 1, annotations: [finding] });
  }
  expect((await galley.listed()).map(({ id }) => id).sort()).toEqual(
    others.map(({ id }) => id).sort(),
  );

  expect((await galley.run(['sessions', 'close', '--all'])).code).toBe(0);
  expect(await galley.listed()).toEqual([]);
  await expect.poll(async () => (await galley.registry()).sessions).toEqual([]);
  await until(
    'no spool is left',
    async () => (await readdir(join(galley.home, 'state', 'sessions'))).length === 0,
  );
  await expect.poll(() => sessions.filter(({ pid }) => isThere(pid))).toEqual([]);
  for (const { url } of sessions) await expect(call(url)).rejects.toThrow('ECONNREFUSED');

  expect((await galley.run(['supervisor', 'stop'])).code).toBe(0);
  await until('the supervisor and its warm workers are gone', () => !isThere(supervisor.pid));
}, 180_000);

test.runIf(process.platform === 'linux')(
  'a stop by signal ends every session and every process',
  async () => {
    await writeFile(join(galley.root, 'plan.md'), '# A plan\n');
    const session = await galley.open(['plan', 'plan.md']);
    const { supervisor } = await galley.registry();
    const waiting = galley.start(['sessions', 'wait', session.id, '--json']);
    const children = childrenOf(supervisor.pid);
    expect(children).toContain(session.pid);
    process.kill(supervisor.pid, 'SIGTERM');
    const { code, stdout } = await waiting.ended;
    expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({
      code: 11,
      outcome: 'closed',
    });
    await until('it is gone', () => !isThere(supervisor.pid));
    // A worker that is not assigned yet exits when its link closes.
    await expect.poll(() => children.filter(isThere)).toEqual([]);
  },
);
