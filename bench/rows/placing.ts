import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { urlOf } from '../../shared/client.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import type { OwnSupervisor } from '../kit/own-supervisor.ts';
import { median, percentile } from '../kit/percentile.ts';
import type { Row } from '../kit/row.ts';
import { clearFindings, findingsPath, postJson } from '../kit/small-review.ts';

const megabytes = 4;

/** A phrase that almost matches everywhere, and matches nowhere. */
const hostile = JSON.stringify({
  source: 'bench',
  type: 'COMMENT',
  text: 'Nowhere.',
  originalText: `ab${'a'.repeat(65_534)}`,
});

const openRun = async ({ control, home }: OwnSupervisor): Promise<string> => {
  const path = join(home.folder, 'run.md');
  await writeFile(path, `${'a'.repeat(megabytes * 1024 * 1024)}\n`);
  const { id, url } = await control.open({
    mode: 'document',
    cwd: home.folder,
    path,
    detached: true,
  });
  await control.prepared(id);
  return url;
};

/** Milliseconds until a session has said what it is. */
const ask = async (url: string): Promise<number> => {
  const startedMs = performance.now();
  const { body } = await request(urlOf(url, sessionTargets.getSession));
  await body.text();
  return performance.now() - startedMs;
};

/** Response times of others during a finding's POST, and how long it took. */
const whilePlacing = async (url: string): Promise<{ waits: number[]; ms: number }> => {
  const waits: number[] = [];
  const startedMs = performance.now();
  const placing = { isOver: false };
  const posted = postJson(url + findingsPath, hostile).finally(() => {
    placing.isOver = true;
  });
  while (!placing.isOver) waits.push(await ask(url));
  await posted;
  return { waits, ms: performance.now() - startedMs };
};

export const placing: Row = {
  id: 'placing',
  title: 'a finding that is hard to place',
  how: `In a document of ${megabytes} MB, one character again and again: while a finding’s phrase of 65,536 characters is placed that stands almost everywhere, how long \`GET /api/session\` takes, one after the other, all placements together. Floor: the same when nothing is placed. Beside it, from the finding’s POST to its answer, held against nothing.`,
  measure: async (bench) => {
    const supervisor = await bench.supervisor();
    const url = await openRun(supervisor);
    await whilePlacing(url);
    const runs = [];
    const idle: number[] = [];
    for (let run = 0; run < bench.count(30, 5); run += 1) {
      const placed = await whilePlacing(url);
      runs.push(placed);
      for (const _ of placed.waits) idle.push(await ask(url));
      await clearFindings(url);
    }
    await supervisor.stop();
    const waits = runs.flatMap((run) => run.waits);
    return [
      {
        name: 'other answers while a finding is placed in 4 MB: p99',
        unit: 'ms',
        measured: percentile(waits, 0.99),
        floor: percentile(idle, 0.99),
        bound: { kind: 'at-most', limit: 50 },
        samples: waits.length,
      },
      {
        name: 'that finding, POST to its answer: p50',
        unit: 'ms',
        measured: median(runs.map(({ ms }) => ms)),
        bound: { kind: 'none' },
        samples: runs.length,
      },
    ];
  },
};
