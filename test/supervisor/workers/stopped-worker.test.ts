import { readFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { identify } from '../../../shared/node/process-identity.ts';
import { Semaphore } from '../../../supervisor/semaphore.ts';
import { AdoptedWorker } from '../../../supervisor/workers/adopted-worker.ts';
import { forkWorker } from '../../../supervisor/workers/fork-worker.ts';
import type { SessionWorker, WorkerListeners } from '../../../supervisor/workers/session-worker.ts';
import { WorkerHost } from '../../../supervisor/workers/worker-host.ts';
import { entry } from '../../helpers/supervisor.ts';
import { residentBytes } from '../../helpers/resources.ts';
import { until } from '../../helpers/until.ts';
import { openSession } from '../../helpers/worker.ts';

/** Of ten kilobytes each: two hundred megabytes in all. */
const messages = 20_000;
const text = 'x'.repeat(10_000);
/** What a few dozen of them, and the buffers of a connection, take several times. */
const growthBytes = 48 * 2 ** 20;

const listeners: WorkerListeners = {
  onDecided: () => undefined,
  onHeld: () => undefined,
  onCounts: () => undefined,
  onDerive: () => undefined,
  onAskNext: () => undefined,
};

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

/** By its number: whatever forked it has given it no group of its own, maybe. */
const signal = ({ pid }: SessionWorker, name: NodeJS.Signals): void => {
  if (pid === undefined) throw new Error('it was not started');
  process.kill(pid, name);
};

const end = (worker: SessionWorker) => () => {
  signal(worker, 'SIGKILL');
  return worker.exited;
};

/** Whether the system says that it stands still (Linux). */
const isStopped = async ({ pid }: SessionWorker): Promise<boolean> =>
  /^State:\s+T/mu.test(await readFile(`/proc/${pid}/status`, 'latin1'));

const forked = async (): Promise<SessionWorker> => {
  const worker = new WorkerHost(forkWorker(entry('worker'), ''));
  endings.push(end(worker));
  await worker.loaded;
  return worker;
};

const adopted = async (): Promise<SessionWorker> => {
  const { assignment, child, port } = await openSession(entry('worker'), 'plan');
  const identity = identify(child.pid ?? 0);
  if (identity === undefined) throw new Error('it is gone');
  let isReached = false;
  const worker = new AdoptedWorker({
    identity,
    port,
    nonce: assignment.nonce,
    epoch: 'test',
    semaphore: new Semaphore(1),
    onReached: () => (isReached = true),
    listeners,
  });
  endings.push(end(worker));
  await until('it is adopted', () => isReached);
  return worker;
};

test.each([
  ['forked', forked],
  ['adopted', adopted],
])(
  'a worker that was %s and stands still costs bounded memory, whatever is meant for it',
  async (_, make) => {
    const worker = await make();
    await until('it owes nothing', () => worker.unansweredMs(performance.now()) === 0);
    signal(worker, 'SIGSTOP');
    await until('it stands still', () => isStopped(worker));
    const before = residentBytes(process.pid);
    let grown = 0;
    for (let request = 0; request < messages; request += 1) {
      worker.send({ type: 'derived', request, failure: { code: 'internal', error: text } });
      worker.probe();
      if (request % 100 !== 0) continue;
      // What is written goes out between two of them.
      await new Promise((resolve) => setImmediate(resolve));
      grown = Math.max(grown, residentBytes(process.pid) - before);
    }
    expect(grown).toBeLessThan(growthBytes);
    expect(await isStopped(worker)).toBe(true);
    expect(worker.unansweredMs(performance.now())).toBeGreaterThan(0);
    signal(worker, 'SIGCONT');
    await until('it has answered', () => worker.unansweredMs(performance.now()) === 0);
  },
);
