import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { coldHome, startSupervisor } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

/** How long a worker that says nothing is waited for. */
const silentMs = 1000;
const stoppedCount = 10;
const otherCount = 4;

interface Line {
  readonly time: string;
  readonly msg: string;
  readonly session?: string;
}

const plan = { mode: 'plan', content: '# P', detached: true } as const;

test('stopped workers do not delay the adoption of others', async () => {
  const galley = await startSupervisor(await coldHome());
  try {
    const sessions: { id: string; pid: number }[] = [];
    for (let count = 0; count < stoppedCount + otherCount; count += 1)
      sessions.push(await galley.open(plan));
    // Those that were opened first are found first.
    for (const { pid } of sessions.slice(0, stoppedCount)) process.kill(pid, 'SIGSTOP');
    const others = sessions.slice(stoppedCount).map(({ id }) => id);
    galley.child.kill('SIGKILL');
    await galley.exited;

    const next = await startSupervisor(galley);
    const linesOf = async (msg: string): Promise<Line[]> =>
      (await readFile(join(galley.state, 'log', 'supervisor.log'), 'utf8'))
        .split('\n')
        .filter((line) => line.includes(`"msg":"${msg}"`))
        .map((line) => JSON.parse(line) as Line);
    const adopted = () => linesOf('session adopted');
    await until(
      'the others are adopted',
      async () => (await adopted()).length >= otherCount,
      60_000,
    );
    expect(new Set((await adopted()).map(({ session }) => session))).toEqual(new Set(others));

    const begun = (await linesOf('adopting a session')).map(({ time }) => Date.parse(time));
    const done = (await adopted()).map(({ time }) => Date.parse(time));
    expect(begun).toHaveLength(sessions.length);
    // Waited for one by one, those that stand still would have taken all of their time before.
    expect(Math.max(...done) - Math.min(...begun)).toBeLessThan((stoppedCount * silentMs) / 2);
    const exited = once(next.child, 'exit');
    next.child.kill('SIGKILL');
    await exited;
  } finally {
    await galley.remove();
  }
}, 120_000);
