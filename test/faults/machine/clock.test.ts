import { existsSync } from 'node:fs';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openStream } from '../../helpers/event-stream.ts';
import { controlPath, sessionPath } from '../../helpers/paths.ts';
import { call } from '../../helpers/http-call.ts';
import { coldHome, homeWith, startSupervisor } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';
import { expectOneLeader, plantLock, startContenders } from './contenders.ts';
import { shiftedClock } from './shifted-clock.ts';

const hourMs = 60 * 60 * 1000;
const jumps = [
  { name: 'forward', shiftMs: hourMs },
  { name: 'back', shiftMs: -hourMs },
];

const { newPlace, contend, stop } = startContenders();
const endings: (() => Promise<void>)[] = [stop];
afterEach(async () => {
  for (const end of endings.splice(1)) await end();
  await stop();
});

const plan = { mode: 'plan', content: '# A plan' };

describe.each(jumps)('a clock set $name by an hour', ({ shiftMs }) => {
  test('does not close sessions, end waits or streams, or create a second leader', async () => {
    const place = await coldHome();
    const clock = await shiftedClock(place.home, 0);
    const galley = await startSupervisor(place, { env: clock.env });
    endings.push(galley.stop);
    // One depends on the grace period of its connection, the other is detached.
    const sessions = [await galley.open(plan), await galley.open({ ...plan, detached: true })];
    const stream = await openStream(`${sessions[0]?.url}${sessionPath('streamEvents')}`);
    const waiting = galley.api(
      controlPath('getDecision', { params: { id: sessions[1]?.id ?? '' }, query: { wait: 60 } }),
    );
    const pid = galley.supervisor.pid;
    await clock.jump(pid, shiftMs);
    // Long enough for the leader to check its record several times.
    const noDecision = await galley.api(
      controlPath('getDecision', { params: { id: sessions[0]?.id ?? '' }, query: { wait: 3 } }),
    );
    expect(noDecision.status).toBe(204);
    const { supervisor, sessions: listed } = await galley.registry();
    expect(supervisor.pid).toBe(pid);
    expect(listed.map(({ id }) => id)).toEqual(sessions.map(({ id }) => id));
    const approved = await call(`${sessions[1]?.url}${sessionPath('approve')}`, {
      method: 'POST',
      body: {},
    });
    // The time of the decision proves that the processes saw the jump.
    const { decidedAt } = approved.json as { decidedAt: string };
    expect(Math.abs(Date.parse(decidedAt) - Date.now() - shiftMs)).toBeLessThan(60_000);
    expect((await waiting).json).toMatchObject({ outcome: 'approved' });
    expect(stream.isOver()).toBe(false);
    stream.close();
    const again = await contend(place);
    expect(again.started).toEqual({ type: 'ready', supervisor });
  });

  test('does not make a new supervisor sweep new files', async () => {
    const galley = await startSupervisor(await coldHome());
    const words = await galley.open(plan);
    await call(`${words.url}${sessionPath('saveDraft')}`, {
      method: 'PUT',
      body: { generation: 1, comments: [] },
    });
    const { id, url } = await galley.open({ ...plan, detached: true });
    await call(`${url}${sessionPath('approve')}`, { method: 'POST', body: {} });
    await galley.api(controlPath('getDecision', { params: { id }, query: { wait: 60 } }));
    const list = async () => ({
      decisions: (await readdir(join(galley.state, 'decisions'))).filter((n) => n.startsWith(id)),
      drafts: await readdir(join(galley.state, 'drafts')),
      logs: (await readdir(join(galley.state, 'log'))).filter((name) => name.startsWith(id)),
    });
    // The decision, the marker that it was collected, and what was reviewed.
    await until('it is collected', async () => (await list()).decisions.length === 3);
    const before = await list();
    // Swept last: once it is gone, the rest has been checked.
    const old = join(galley.state, 'drafts', 'old.json');
    await writeFile(old, '');
    const longAgo = (Date.now() - 40 * 24 * hourMs) / 1000;
    await utimes(old, longAgo, longAgo);
    galley.child.kill('SIGKILL');
    const clock = await shiftedClock(galley.home, shiftMs);
    const next = await startSupervisor(galley, { env: clock.env });
    endings.push(next.stop);
    await until('it has swept', () => !existsSync(old));
    expect(await list()).toEqual(before);
  });

  test('does not block taking over a lock, and yields one leader of four with different clocks', async () => {
    const place = await newPlace();
    await plantLock(place, hourMs / 2);
    const [ours, theirs] = [
      await shiftedClock(place.home, 0, 'ours'),
      await shiftedClock(place.home, shiftMs, 'theirs'),
    ];
    const all = Array.from({ length: 4 }, (_, index) =>
      contend(place, index % 2 === 0 ? ours.env : theirs.env),
    );
    await expectOneLeader(place, await Promise.all(all));
  });
});

test('an idle supervisor exits on time, even if the clock is set back', async () => {
  const place = await homeWith({ idleExitMinutes: 0.05, warmWorkers: 0 });
  const clock = await shiftedClock(place.home, 0);
  const galley = await startSupervisor(place, { env: clock.env });
  endings.push(galley.stop);
  await clock.jump(galley.supervisor.pid, -hourMs);
  await galley.exited;
  expect(galley.child.exitCode).toBe(0);
});
