import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { urlOf } from '../../shared/client.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import type { OpenRequest } from '../../shared/session/session.ts';
import { answer } from '../kit/answer.ts';
import type { ControlApi } from '../kit/control-api.ts';
import { inParallel, upTo } from '../kit/in-parallel.ts';
import { manyDocuments, writeManyDocuments } from '../kit/many-documents.ts';
import { medianPss, settled } from '../kit/process-figures.ts';
import type { Row } from '../kit/row.ts';
import { patchOf, smallPlan } from '../kit/samples.ts';

const mebibyte = 1024 * 1024;
const changedLines = 68_000;

/** Opens a session and sends a page's first requests. Returns its process. */
const openRead = async (
  control: ControlApi,
  request: OpenRequest,
  ...contentRoutes: readonly ('getPlan' | 'getDiff' | 'getDocuments')[]
): Promise<number> => {
  const { id, url, pid } = await control.open(request);
  await control.prepared(id);
  await answer(`${url}/`);
  for (const route of contentRoutes) await answer(urlOf(url, sessionTargets[route]));
  return pid;
};

export const idleMemory: Row = {
  id: 'idle-memory',
  title: 'idle worker',
  how: `PSS of a worker whose page and content were fetched once, when it no longer moves; for a small plan, for a patch of ${changedLines.toLocaleString('en')} changed lines and for a folder of ${manyDocuments.toLocaleString('en')} documents, prepared. Floor: a bare forked express server that has answered one request. All of them live at the same time, so that each shares as much as the others; the median of each kind.`,
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
      openRead(control, { ...common, mode: 'plan', content: smallPlan }, 'getPlan'),
    );
    const reviews = await inParallel(each, 2, () =>
      openRead(control, { ...common, mode: 'review', patch }, 'getDiff'),
    );
    const folder = join(home.folder, 'documents');
    await writeManyDocuments(folder);
    const ofFolder = await inParallel(each, 2, () =>
      openRead(control, { ...common, mode: 'document', path: folder }, 'getDocuments', 'getPlan'),
    );
    const forked = servers.map(({ pid }) => pid);
    await settled([...forked, ...plans, ...reviews, ...ofFolder]);
    const floor = await medianPss(forked);
    const plan = await medianPss(plans);
    const review = await medianPss(reviews);
    const documents = await medianPss(ofFolder);
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
      figure(`folder of ${manyDocuments.toLocaleString('en')} documents`, documents),
    ];
  },
};
