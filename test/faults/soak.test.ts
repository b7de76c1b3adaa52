import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, inject, test } from 'vitest';
import { controlPath } from '../helpers/paths.ts';
import { startedWith, withoutTasks } from '../helpers/processes.ts';
import { call } from '../helpers/http-call.ts';
import { until } from '../helpers/until.ts';
import { openDescriptors, residentBytes } from '../helpers/resources.ts';
import { sendFindings, sendVerdict, typeDraft } from './kills/acts.ts';
import { leftIn } from './kills/home-files.ts';
import { World } from './kills/world.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set in a long run. */
    soak?: { readonly sessions: number; readonly minutes: number };
  }
}

const { sessions, minutes } = inject('soak') ?? { sessions: 24, minutes: 0.1 };
const atOnce = 4;
/** Number of samples at most; the first third is for one-time allocations. */
const samples = 30;
const mebibyte = 1024 * 1024;

let world: World | undefined;
afterAll(() => world?.galley.stop());

interface Sample {
  readonly opened: number;
  readonly processes: number;
  readonly descriptors: number;
  /** Files that belong to no ended session, without decisions and logs, which have a retention time. */
  readonly files: number;
  readonly bytes: number;
}

/** Counts all files without a retention time, and drafts. */
const countFiles = async (home: string): Promise<number> =>
  (await leftIn(home)).length + (await readdir(join(home, 'state', 'drafts'))).length;

const take = async (place: World, opened: number): Promise<Sample> => {
  const { home } = place.galley;
  const pid = await place.supervisorPid();
  const processes = () => withoutTasks(startedWith('GALLEY_HOME', home));
  const isQuiet = async () => {
    const { json } = await place.control(controlPath('getStatus'));
    const { sessions: running, warmWorkers } = json as { sessions: number; warmWorkers: number };
    return running === 0 && warmWorkers === 1 && processes().length === 2;
  };
  await until('nothing runs but the supervisor and a warm worker', isQuiet);
  return {
    opened,
    processes: processes().length,
    descriptors: openDescriptors(pid),
    files: await countFiles(home),
    bytes: residentBytes(pid),
  };
};

/** The whole life of a session: opened, viewed, worked on, and decided or closed. */
const live = async (place: World, key: string): Promise<void> => {
  const ledger = await place.openDetached(key);
  const { id, url } = ledger.session;
  expect((await call(`${url}/`)).status).toBe(200);
  await sendFindings(ledger, 2);
  await typeDraft(ledger, 1);
  if (place.random.next() < 0.5)
    await place.control(controlPath('closeSession', { params: { id } }), { method: 'DELETE' });
  else await sendVerdict(ledger, 'denied');
  const answer = await place.control(
    controlPath('getDecision', { params: { id }, query: { wait: 60 } }),
  );
  expect(answer.json).toMatchObject({ outcome: ledger.confirmed ?? 'closed' });
  // The test's own memory must not grow either.
  place.ledgers.splice(place.ledgers.indexOf(ledger), 1);
};

/**
 * Bytes per additional session: the median slope between all pairs of samples (Theil–Sen estimator), which is robust
 * against garbage collections.
 */
const slopeOf = (taken: readonly Sample[]): number => {
  const slopes = taken.flatMap((a, index) =>
    taken.slice(index + 1).map((b) => (b.bytes - a.bytes) / (b.opened - a.opened)),
  );
  return slopes.sort((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? 0;
};

test(
  `${sessions} sessions opened and ended leave nothing behind`,
  async () => {
    const place = await World.start(1);
    world = place;
    const taken: Sample[] = [];
    const perSample = Math.max(2, Math.ceil(sessions / samples));
    const beganMs = performance.now();
    for (let opened = 0; opened < sessions; opened += perSample) {
      let left = perSample;
      const lane = async (_: unknown, index: number) => {
        // The draft left by a closed session is taken over by the next one with the same key.
        while ((left -= 1) >= 0) await live(place, `lane ${index}`);
      };
      await Promise.all(Array.from({ length: atOnce }, lane));
      taken.push(await take(place, opened + perSample));
      const dueMs = ((opened + perSample) / sessions) * minutes * 60_000;
      await delay(Math.max(0, dueMs - (performance.now() - beganMs)));
    }
    const settled = taken.slice(taken.length / 3);
    const [first] = settled;
    const last = settled.at(-1);
    const slope = slopeOf(settled);
    process.stdout.write(`first ${JSON.stringify(first)}\nlast ${JSON.stringify(last)}\n`);
    process.stdout.write(`${((slope * 1000) / mebibyte).toFixed(2)} MiB for 1,000 sessions\n`);
    expect(last?.processes).toBe(first?.processes);
    // Connections of the test may still be closing at both times.
    expect(last?.descriptors).toBeLessThanOrEqual((first?.descriptors ?? 0) + atOnce);
    // The registry and, for each key, the draft that a session may have left and its round count.
    expect(last?.files).toBeLessThanOrEqual(1 + 2 * atOnce);
    // A fit over few sessions does not extrapolate to a thousand.
    if (sessions >= 1000) expect((slope * 1000) / mebibyte).toBeLessThanOrEqual(1);
  },
  (minutes * 60 + sessions * 3 + 120) * 1000,
);
