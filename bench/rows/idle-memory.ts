import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenRequest } from '../../shared/session/session.ts';
import { answer } from '../kit/answer.ts';
import type { ControlApi } from '../kit/control-api.ts';
import { inParallel, upTo } from '../kit/in-parallel.ts';
import { median } from '../kit/percentile.ts';
import { pssBytes } from '../kit/process-figures.ts';
import type { Row } from '../kit/row.ts';
import { patchOf, smallPlan } from '../kit/samples.ts';
import { until } from '../kit/until.ts';

const mebibyte = 1024 * 1024;
const changedLines = 68_000;

/** Opens a session and has it do what a page asks first. Returns its process. */
const openRead = async (
  control: ControlApi,
  request: OpenRequest,
  contentRoute: string,
): Promise<number> => {
  const { id, url, pid } = await control.open(request);
  await control.prepared(id);
  await answer(`${url}/`);
  await answer(url + contentRoute);
  return pid;
};

const medianPss = async (pids: readonly number[]): Promise<number> =>
  median(await Promise.all(pids.map(pssBytes)));

/** V8 gives memory back some eight seconds after the last work, if it does at all. */
const quietMs = 12_000;

/** Resolves with the figures once they have stayed within 1 % for as long as that takes. */
const settledPss = async (groups: readonly (readonly number[])[]): Promise<number[]> => {
  let last: number[] = [];
  let sinceMs = performance.now();
  return until(
    async () => {
      const now = await Promise.all(groups.map(medianPss));
      const hasMoved = now.some((bytes, at) => Math.abs(bytes / (last[at] ?? 0) - 1) > 0.01);
      if (hasMoved) [last, sinceMs] = [now, performance.now()];
      return performance.now() - sinceMs >= quietMs ? now : undefined;
    },
    { what: 'memory that no longer moves', deadlineMs: 120_000, intervalMs: 500 },
  );
};

export const idleMemory: Row = {
  id: 'idle-memory',
  title: 'idle worker',
  how: `PSS of a worker whose page and content were fetched once, when it no longer moves; for a small plan and for a patch of ${changedLines.toLocaleString('en')} changed lines, prepared. Floor: a bare forked express server that has answered one request. All of them live at the same time, so that each shares as much as the others; the median of each kind.`,
  measure: async (bench) => {
    const { control, home, stop } = await bench.supervisor();
    const patch = join(home.folder, 'huge.diff');
    await writeFile(patch, patchOf(changedLines));
    const each = upTo(bench.count(12, 4));
    const servers = await inParallel(each, 2, async () => {
      const server = await bench.fork('express');
      await answer(server.url);
      return server;
    });
    const common = { cwd: home.folder, detached: true };
    const plans = await inParallel(each, 2, () =>
      openRead(control, { ...common, mode: 'plan', content: smallPlan }, '/api/plan'),
    );
    const reviews = await inParallel(each, 2, () =>
      openRead(control, { ...common, mode: 'review', patch }, '/api/diff'),
    );
    const [floor = 0, plan = 0, review = 0] = await settledPss([
      servers.map(({ pid }) => pid),
      plans,
      reviews,
    ]);
    await stop();
    await Promise.all(servers.map((server) => server.stop()));
    const figure = (what: string, bytes: number) => ({
      name: `idle worker: ${what}`,
      unit: 'MiB' as const,
      measured: bytes / mebibyte,
      floor: floor / mebibyte,
      bound: { kind: 'ratio-at-most' as const, limit: 1.15 },
      samples: each.length,
    });
    return [
      figure('small plan', plan),
      figure(`review of ${changedLines.toLocaleString('en')} lines`, review),
    ];
  },
};
