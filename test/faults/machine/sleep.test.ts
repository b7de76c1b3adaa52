import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { Status } from '../../../shared/supervisor/status.ts';
import { openStream } from '../../helpers/event-stream.ts';
import { decide, startGalley } from '../../helpers/galley.ts';
import { controlPath, sessionPath } from '../../helpers/paths.ts';
import { startedWith } from '../../helpers/processes.ts';
import { call } from '../../helpers/http-call.ts';
import { until } from '../../helpers/until.ts';
import { isLongRun } from './size.ts';

// The fault is a duration: a shorter one would not be the same.
const sleepMs = isLongRun ? 60_000 : 5000;

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

test(
  'a machine wakes from sleep with everything as it was',
  async () => {
    const galley = await startGalley();
    endings.push(galley.stop);
    const plan = await galley.write('plan.md', '# A plan\n');
    const waiting = galley.start(['plan', plan, '--no-browser', '--json']);
    const url = await waiting.url();
    const detached = await galley.open(['plan', plan]);
    const { supervisor, sessions } = await galley.registry();
    const status = async () =>
      (
        await call(`${supervisor.url}${controlPath('getStatus')}`, {
          headers: { authorization: `Bearer ${supervisor.token}` },
        })
      ).json as Status;
    await until('the command waits', async () => (await status()).waitingConnections === 1);
    const stream = await openStream(`${url}${sessionPath('streamEvents')}`);

    const all = startedWith('GALLEY_HOME', galley.home);
    // At least the supervisor, two sessions and the waiting command.
    expect(all.length).toBeGreaterThanOrEqual(4);
    for (const pid of all) process.kill(pid, 'SIGSTOP');
    await delay(sleepMs);
    for (const pid of all) process.kill(pid, 'SIGCONT');

    for (const session of sessions)
      expect((await call(`${session.url}${sessionPath('getSession')}`)).json).toMatchObject({
        state: 'running',
      });
    const after = await galley.registry();
    expect(after.supervisor).toEqual(supervisor);
    expect(after.sessions.map(({ id }) => id)).toEqual(sessions.map(({ id }) => id));
    expect(stream.isOver()).toBe(false);
    expect(galley.sessions().length).toBe(2);
    // Long enough for the supervisor to check its record again.
    const opened = await galley.open(['plan', plan]);
    expect(opened.id).not.toBe(detached.id);

    stream.close();
    await decide(url, 'approve', { feedback: 'after the sleep' });
    const { code, stdout } = await waiting.ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'approved', feedback: 'after the sleep' });
  },
  sleepMs + 120_000,
);
