import { once } from 'node:events';
import { watch } from 'node:fs';
import type { Bench } from '../kit/bench.ts';
import { readRegistry } from '../kit/control-api.ts';
import { EventReader } from '../kit/event-reader.ts';
import type { OwnSupervisor } from '../kit/own-supervisor.ts';
import { percentile } from '../kit/percentile.ts';
import type { Row } from '../kit/row.ts';
import { smallPlan } from '../kit/samples.ts';
import { within } from '../kit/within.ts';

/** Resolves when the registry no longer has the session, watching its folder for replacements. */
const goneFromRegistry = (path: string, folder: string, id: string): Promise<void> =>
  new Promise((resolve) => {
    const watcher = watch(folder);
    const look = async () => {
      const { sessions } = await readRegistry(path);
      if (sessions.some((session) => session.id === id)) return;
      watcher.close();
      resolve();
    };
    // On some systems it is unreadable for a moment: the next event follows.
    watcher.on('change', () => void look().catch(() => undefined));
  });

interface Known {
  readonly registry: number;
  readonly launcher: number;
  readonly dashboard: number;
}

/** Kills a session's worker; milliseconds until each observer knows. */
const killOne = async (
  { control, home: { paths } }: OwnSupervisor,
  events: EventReader,
): Promise<Known> => {
  await control.settled();
  const { id, pid } = await control.open({ mode: 'plan', cwd: '/', content: smallPlan });
  await control.prepared(id);
  const decision = control.awaitDecision(id);
  const exited = events.exited(id);
  const gone = goneFromRegistry(paths.registry, paths.runtimeFolder, id);
  // The long poll has arrived once a later request on another connection is answered.
  await control.status();
  const killedMs = performance.now();
  const since = async (known: Promise<unknown>) => {
    await within(known, 5000, 'news of a killed worker');
    return performance.now() - killedMs;
  };
  const news = Promise.all([since(gone), since(decision), since(exited)]);
  process.kill(pid, 'SIGKILL');
  const [registry, launcher, dashboard] = await news;
  return { registry, launcher, dashboard };
};

/** From the kill of a bare forked server to its parent's `exit`. */
const killBare = async (bench: Bench): Promise<number> => {
  const { child, stop } = await bench.fork('http');
  const exited = once(child, 'exit');
  const killedMs = performance.now();
  child.kill('SIGKILL');
  await exited;
  const ms = performance.now() - killedMs;
  await stop();
  return ms;
};

export const workerKilled: Row = {
  id: 'worker-killed',
  title: 'worker killed → known',
  how: 'From `SIGKILL` to a worker until `registry.json` no longer names its session, the launching process’s long poll brings the decision, and `/v1/events` brings `exited`; ten other sessions run. Beside it, what is held against nothing: from the kill of a bare forked server to its parent’s `exit` event.',
  measure: async (bench) => {
    const supervisor = await bench.supervisor();
    const { control } = supervisor;
    for (let other = 0; other < 10; other += 1)
      await control.open({ mode: 'plan', cwd: '/', content: smallPlan, detached: true });
    const events = await EventReader.open(control);
    const known: Known[] = [];
    const bare: number[] = [];
    for (let kill = 0; kill < bench.count(100, 10); kill += 1) {
      bare.push(await killBare(bench));
      known.push(await killOne(supervisor, events));
    }
    events.close();
    await supervisor.stop();
    const figure = (who: string, samples: readonly number[]) => ({
      name: `worker killed → ${who}: p99`,
      unit: 'ms' as const,
      measured: percentile(samples, 0.99),
      floor: percentile(bare, 0.99),
      bound: { kind: 'at-most' as const, limit: 100 },
      samples: samples.length,
    });
    return [
      figure(
        'registry',
        known.map(({ registry }) => registry),
      ),
      figure(
        'launching process',
        known.map(({ launcher }) => launcher),
      ),
      figure(
        'dashboard',
        known.map(({ dashboard }) => dashboard),
      ),
    ];
  },
};
