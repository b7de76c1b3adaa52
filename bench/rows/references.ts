import { execFile } from 'node:child_process';
import { cp, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { request } from 'undici';
import { root } from '../../scripts/root.mjs';
import { urlOf } from '../../shared/client.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import { alternate } from '../kit/alternate.ts';
import type { OwnSupervisor } from '../kit/own-supervisor.ts';
import { median } from '../kit/percentile.ts';
import type { Row } from '../kit/row.ts';

const fileCount = 10_000;
/** A symbol that some of the files have. */
const name = 'runGit';
const execute = promisify(execFile);

/** A commit of so many files: Galley's own sources, again and again. @returns the repository */
const makeRepository = async ({ home }: OwnSupervisor): Promise<string> => {
  const cwd = join(home.folder, 'references');
  const git = (...args: string[]) => execute('git', args, { cwd, maxBuffer: 64 * 1024 * 1024 });
  await mkdir(cwd);
  await git('init', '--quiet');
  const sources: string[] = [];
  for (const folder of ['shared', 'supervisor', 'worker', 'web']) {
    const all = await readdir(join(root, folder), { recursive: true });
    for (const file of all) if (/\.tsx?$/u.test(file)) sources.push(join(folder, file));
  }
  sources.sort();
  for (let count = 0; count < fileCount; count += 1) {
    const source = sources[count % sources.length] ?? '';
    const path = join(cwd, `copy-${Math.floor(count / sources.length)}`, source);
    await mkdir(dirname(path), { recursive: true });
    await cp(join(root, source), path);
  }
  await git('add', '--all');
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  await git(...author, 'commit', '--quiet', '--message', 'all');
  return cwd;
};

const grep = async (cwd: string): Promise<number> => {
  const startedMs = performance.now();
  await execute('git', ['grep', '-nzwF', '-e', name], { cwd, maxBuffer: 64 * 1024 * 1024 });
  return performance.now() - startedMs;
};

interface Answered {
  readonly firstMs: number;
  readonly allMs: number;
}

const findReferences = async (url: string): Promise<Answered> => {
  const startedMs = performance.now();
  const query = { name, side: 'new' };
  const { statusCode, body } = await request(urlOf(url, sessionTargets.getReferences, { query }));
  if (statusCode !== 200) throw new Error(`The references were answered with ${statusCode}.`);
  let firstMs: number | undefined;
  let text = '';
  for await (const part of body as AsyncIterable<Buffer>) {
    firstMs ??= performance.now() - startedMs;
    text += part.toString();
  }
  if (!text.endsWith('{"end":true}\n')) throw new Error('The references were not all found.');
  return { firstMs: firstMs ?? 0, allMs: performance.now() - startedMs };
};

export const references: Row = {
  id: 'references',
  title: 'references in a repository of 10,000 files',
  how: `A work tree of ${fileCount.toLocaleString('en')} files, Galley’s own sources again and again: from \`GET /api/references\` of \`${name}\` to its first bytes, and to the end of its answer. Floor: \`git grep -nzwF\` of the same, to its end. In turns.`,
  measure: async (bench) => {
    const supervisor = await bench.supervisor();
    const cwd = await makeRepository(supervisor);
    const { control } = supervisor;
    const { id, url } = await control.open({ mode: 'review', cwd, detached: true });
    await control.prepared(id);
    const all: number[] = [];
    const { product, floor } = await alternate(bench.count(20, 3), {
      floor: () => grep(cwd),
      product: async () => {
        const { firstMs, allMs } = await findReferences(url);
        all.push(allMs);
        return firstMs;
      },
    });
    await supervisor.stop();
    const common = { unit: 'ms', samples: product.length } as const;
    return [
      {
        ...common,
        name: 'first references among 10,000 files: p50',
        measured: median(product),
        floor: median(floor),
        bound: { kind: 'ratio-at-most', limit: 1.2 },
      },
      {
        ...common,
        name: 'all references among 10,000 files: p50',
        measured: median(all.slice(1)),
        bound: { kind: 'none' },
        floor: median(floor),
      },
    ];
  },
};
