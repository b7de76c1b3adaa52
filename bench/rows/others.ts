import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent } from 'undici';
import { controlTargets } from '../../shared/supervisor/control-targets.ts';
import { requestOf, urlOf } from '../../shared/client.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import type { Bench } from '../kit/bench.ts';
import { readRegistry } from '../kit/control-api.ts';
import type { OwnSupervisor } from '../kit/own-supervisor.ts';
import { spreadOf } from '../kit/percentile.ts';
import type { Row } from '../kit/row.ts';
import { patchOf, smallPlan } from '../kit/samples.ts';

const MiB = 1024 * 1024;
const askEveryMs = 5;

/** Texts that take minutes if anything is quadratic. */
const hostilePlans = ['# a'.padEnd(MiB - 1000, ' '), '[', '> ', '- ', '*a _', '`'].map((piece) =>
  piece.repeat(Math.ceil((MiB - 2000) / piece.length)),
);

/** The request bodies sent while others are measured. */
const heavyRequests = async ({ home }: OwnSupervisor): Promise<Buffer[]> => {
  const patch = join(home.folder, 'large.patch');
  await writeFile(patch, patchOf(68_000));
  const line = 'A line of a long document, with *some* `marks` in it.\n\n';
  const texts = [...hostilePlans, line.repeat((19 * MiB) / line.length)];
  const plans = texts.map((text) => ({ mode: 'plan', content: `${text}b` }));
  const refused = { mode: 'plan', content: 'x'.repeat(60 * MiB) };
  return [...plans, refused, { mode: 'review', patch }].map((request) =>
    Buffer.from(JSON.stringify({ ...request, cwd: '/', detached: true })),
  );
};

/** Requests one address after the other until `isOver`; returns the milliseconds of each response. */
const askAll = async (
  agent: Agent,
  urls: readonly URL[],
  { headers, isOver }: { headers: Readonly<Record<string, string>>; isOver: () => boolean },
): Promise<number[]> => {
  const samples: number[] = [];
  while (!isOver()) {
    for (const { origin, pathname } of urls) {
      const startedMs = performance.now();
      const { body } = await agent.request({ origin, path: pathname, method: 'GET', headers });
      await body.dump();
      samples.push(performance.now() - startedMs);
    }
    await delay(askEveryMs);
  }
  return samples;
};

interface Answers {
  readonly samples: readonly number[];
  /** The same for an unrelated server: the machine's own delay. */
  readonly floor: readonly number[];
}

const measureAnswers = async (bench: Bench): Promise<Answers> => {
  const bare = await bench.fork('http');
  const supervisor = await bench.supervisor();
  const { control, home } = supervisor;
  const registry = await readRegistry(home.paths.registry);
  const { url, token } = registry.supervisor;
  const other = await control.open({
    mode: 'plan',
    cwd: '/',
    content: smallPlan,
    detached: true,
  });
  const bodies = await heavyRequests(supervisor);
  await control.settled();
  const agent = new Agent();
  const headers = { authorization: `Bearer ${token}` };
  let isOver = false;
  const asking = askAll(
    agent,
    [
      new URL(urlOf(url, controlTargets.getStatus)),
      new URL(urlOf(url, controlTargets.hello, { query: { challenge: 'a' } })),
      new URL(urlOf(other.url, sessionTargets.getSession)),
    ],
    { headers, isOver: () => isOver },
  );
  const askingFloor = askAll(agent, [new URL(bare.url)], { headers, isOver: () => isOver });
  const send = async (body: Buffer) => {
    const type = { 'content-type': 'application/json' };
    const answer = await agent.request({
      origin: url,
      ...requestOf(controlTargets.openSession),
      headers: { ...headers, ...type },
      body,
      headersTimeout: 120_000,
    });
    const { id } = (await answer.body.json()) as { id?: string };
    if (id !== undefined) await control.prepared(id).catch(() => undefined);
  };
  for (let time = 0; time < bench.count(3, 1); time += 1) await Promise.all(bodies.map(send));
  isOver = true;
  const [samples, floor] = await Promise.all([asking, askingFloor]);
  await agent.destroy();
  await supervisor.stop();
  await bare.stop();
  return { samples, floor };
};

export const others: Row = {
  id: 'others',
  title: 'answers of others while heavy and hostile content is opened',
  how: 'A supervisor’s `GET /v1/status` and another session’s `GET /api/session`, asked every few milliseconds while plans of 1 MiB that are made to be slow, a document of 19 MiB, a request of 60 MiB and a change of 68,000 lines are opened at once and prepared. The slowest answer of all. Floor: the slowest of a bare `node:http` server that the same client asks at the same time.',
  measure: async (bench) => {
    const { samples, floor } = await measureAnswers(bench);
    const [least, most] = spreadOf(samples);
    return [
      {
        name: 'answers of others while heavy content is opened: slowest',
        unit: 'ms',
        measured: most,
        spread: [least, most],
        floor: spreadOf(floor)[1],
        bound: { kind: 'at-most', limit: 100 },
        samples: samples.length,
      },
    ];
  },
};
