import { open, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { urlOf } from '../../shared/client.ts';
import { sessionFiles } from '../../shared/node/paths.ts';
import { manifestSchema } from '../../shared/placement/manifest.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import { alternate } from '../kit/alternate.ts';
import { answer } from '../kit/answer.ts';
import type { Figure } from '../kit/figure.ts';
import { inParallel, upTo } from '../kit/in-parallel.ts';
import { git, largeRange, makeLargeRepository } from '../kit/large-change.ts';
import type { OwnSupervisor } from '../kit/own-supervisor.ts';
import { median, percentile } from '../kit/percentile.ts';
import { medianPss, settled } from '../kit/process-figures.ts';
import type { Row } from '../kit/row.ts';
import { codeShown } from '../kit/screen/review-tab.ts';

const openRange = async ({ control }: OwnSupervisor, cwd: string, range = largeRange) => {
  const session = await control.open({ mode: 'review', cwd, range, detached: true });
  await control.prepared(session.id);
  return session;
};

/** Milliseconds until a new session has its manifest. */
const manifestReady = async (supervisor: OwnSupervisor, cwd: string): Promise<number> => {
  const startedMs = performance.now();
  const { id } = await openRange(supervisor, cwd);
  const ms = performance.now() - startedMs;
  await supervisor.control.close(id);
  return ms;
};

const gitAlone = async (cwd: string): Promise<number> => {
  const startedMs = performance.now();
  await git(cwd, 'diff', '--raw', '--numstat', largeRange);
  await git(cwd, 'diff', largeRange);
  return performance.now() - startedMs;
};

export const manifest: Row = {
  id: 'large-manifest',
  title: 'a real large change, prepared',
  how: 'three 0.168.0 to 0.180.0, two commits: from `POST /v1/sessions` until the session says that its content is ready. Floor: git’s raw and numstat formats, then its patch, of the same range, their output read. In turns.',
  measure: async (bench) => {
    const supervisor = await bench.supervisor();
    const cwd = await makeLargeRepository(supervisor.home);
    const { product, floor } = await alternate(bench.count(9, 3), {
      floor: () => gitAlone(cwd),
      product: () => manifestReady(supervisor, cwd),
    });
    await supervisor.stop();
    return [
      {
        name: 'three 0.168 to 0.180, 512,737 lines in 966 files, prepared: p50',
        unit: 'ms',
        measured: median(product),
        floor: median(floor),
        bound: { kind: 'ratio-at-most', limit: 1.5 },
        samples: product.length,
      },
    ];
  },
};

export const filePatch: Row = {
  id: 'large-file',
  title: 'the patch of one file of a real large change',
  how: 'The same change: `GET /api/diff/file` to the end of its answer, each file once, one after the other. Floor: reading the same bytes of the spool’s patch, the file opened each time. In turns.',
  measure: async (bench) => {
    const supervisor = await bench.supervisor();
    const cwd = await makeLargeRepository(supervisor.home);
    const { id, url } = await openRange(supervisor, cwd);
    const spool = sessionFiles(supervisor.home.paths, id);
    const { files } = manifestSchema.parse(JSON.parse(await readFile(spool.manifest, 'utf8')));
    const times = { product: [] as number[], floor: [] as number[] };
    for (const file of files) {
      const startedMs = performance.now();
      const buffer = Buffer.alloc(file.bytes);
      const patch = await open(spool.patch);
      await patch.read(buffer, 0, file.bytes, file.offset);
      await patch.close();
      times.floor.push(performance.now() - startedMs);
      times.product.push(await readFilePatch(url, file.id));
    }
    await supervisor.stop();
    return [
      {
        name: 'the patch of one file of three 0.168 to 0.180: p95',
        unit: 'ms',
        measured: percentile(times.product, 0.95),
        floor: percentile(times.floor, 0.95),
        bound: { kind: 'at-most', limit: 10 },
        samples: files.length,
      },
    ];
  },
};

const readFilePatch = async (url: string, id: string): Promise<number> => {
  const startedMs = performance.now();
  const { statusCode, body } = await request(
    urlOf(url, sessionTargets.getFilePatch, { query: { id } }),
  );
  await body.arrayBuffer();
  if (statusCode !== 200) throw new Error(`The patch of ${id} was answered with ${statusCode}.`);
  return performance.now() - startedMs;
};

const mebibyte = 1024 * 1024;

export const workerMemory: Row = {
  id: 'large-memory',
  title: 'memory of a worker with a real large change',
  how: 'PSS of a worker whose page, manifest and every file’s patch were fetched once, when it no longer moves, less that of one whose change is a single line of the same repository. All of them live at the same time; the median of each kind.',
  measure: async (bench) => {
    const supervisor = await bench.supervisor();
    const cwd = await makeLargeRepository(supervisor.home);
    const each = upTo(bench.count(6, 3));
    const openRead = async (range: string): Promise<number> => {
      const { id, url, pid } = await openRange(supervisor, cwd, range);
      await answer(`${url}/`);
      await answer(urlOf(url, sessionTargets.getDiff));
      const { manifest: path } = sessionFiles(supervisor.home.paths, id);
      const { files } = manifestSchema.parse(JSON.parse(await readFile(path, 'utf8')));
      for (const file of files) await readFilePatch(url, file.id);
      return pid;
    };
    const small = await inParallel(each, 1, () => openRead('HEAD~1..HEAD'));
    const large = await inParallel(each, 1, () => openRead(largeRange));
    await settled([...small, ...large]);
    const [least, most] = [await medianPss(small), await medianPss(large)];
    await supervisor.stop();
    return [
      {
        name: 'a worker grows by, with every patch of three 0.168 to 0.180 read',
        unit: 'MiB',
        measured: (most - least) / mebibyte,
        bound: { kind: 'at-most', limit: 2 },
        samples: each.length,
      },
    ];
  },
};

const lookedAtMs = 20_000;

export const stateAsked: Row = {
  id: 'large-state',
  title: 'how often the state of the work tree is asked',
  how: `Tasks done per second, over ${lookedAtMs / 1000} seconds, of a supervisor with one review, of what is not committed in the same repository: while its page is open, when all is shown, and after it was closed.`,
  measure: async (bench) => {
    const { home, control, stop } = await bench.supervisor();
    const cwd = await makeLargeRepository(home);
    const { url } = await control.open({
      mode: 'review',
      cwd,
      scope: 'uncommitted',
      detached: true,
    });
    const screen = await bench.screen();
    const tab = await screen.open(url);
    await codeShown(tab);
    const tasksPerSecond = async (): Promise<number> => {
      // For what the page asks for once, and what has begun.
      await delay(5000);
      const before = (await control.status()).threads.completed;
      await delay(lookedAtMs);
      return ((await control.status()).threads.completed - before) / (lookedAtMs / 1000);
    };
    const whileOpen = await tasksPerSecond();
    await tab.close();
    const whileClosed = await tasksPerSecond();
    await screen.stop();
    await stop();
    const figure = (when: string, measured: number, limit: number): Figure => ({
      name: `state of the work tree asked, ${when}`,
      unit: 'per s',
      measured,
      bound: { kind: 'at-most', limit },
      samples: 1,
    });
    return [figure('while a page is open', whileOpen, 1), figure('while none is', whileClosed, 0)];
  },
};
