import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { request } from 'undici';
import { root } from '../../scripts/root.mjs';
import { urlOf } from '../../shared/client.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import { alternate } from '../kit/alternate.ts';
import type { OwnSupervisor } from '../kit/own-supervisor.ts';
import { median } from '../kit/percentile.ts';
import type { Row } from '../kit/row.ts';

const fileCount = 100;
const execute = promisify(execFile);

/** A commit of so many of Galley's own sources, and one that changes each of them. @returns the repository */
const makeRepository = async ({ home }: OwnSupervisor): Promise<string> => {
  const cwd = join(home.folder, 'structure');
  const git = (...args: string[]) => execute('git', args, { cwd });
  await mkdir(cwd);
  await git('init', '--quiet');
  const all = await readdir(join(root, 'supervisor'), { recursive: true });
  const names = all
    .filter((name) => name.endsWith('.ts'))
    .toSorted()
    .slice(0, fileCount);
  for (const name of names) await cp(join(root, 'supervisor', name), join(cwd, name));
  const commit = async (message: string) => {
    await git('add', '--all');
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
    await git(...author, 'commit', '--quiet', '--message', message);
  };
  await commit('first');
  for (const name of names) {
    const text = await readFile(join(cwd, name), 'utf8');
    const changed = text.replace('return ', 'return  ').replaceAll("'utf8'", "'latin1'");
    await writeFile(join(cwd, name), `${changed}\nexport const added = () => ${name.length};\n`);
  }
  await commit('second');
  return cwd;
};

/** Milliseconds until a new session has its structure. */
const readStructure = async ({ control }: OwnSupervisor, cwd: string): Promise<number> => {
  const { id, url } = await control.open({
    mode: 'review',
    cwd,
    range: 'HEAD~1..HEAD',
    detached: true,
  });
  await control.prepared(id);
  const startedMs = performance.now();
  const { statusCode, body } = await request(urlOf(url, sessionTargets.getDiffStructure));
  await body.text();
  if (statusCode !== 200) throw new Error(`The structure was answered with ${statusCode}.`);
  const ms = performance.now() - startedMs;
  await control.close(id);
  return ms;
};

const diff = async (cwd: string): Promise<number> => {
  const startedMs = performance.now();
  await execute('git', ['diff', 'HEAD~1..HEAD'], { cwd, maxBuffer: 64 * 1024 * 1024 });
  return performance.now() - startedMs;
};

export const structure: Row = {
  id: 'structure',
  title: 'what happened to functions and classes',
  how: `A commit that changes ${fileCount} of Galley’s own sources: from \`GET /api/diff/structure\` of a new session, prepared, to the end of its answer. Floor: \`git diff\` of the same commit. In turns.`,
  measure: async (bench) => {
    const supervisor = await bench.supervisor();
    const cwd = await makeRepository(supervisor);
    const { product, floor } = await alternate(bench.count(20, 3), {
      floor: () => diff(cwd),
      product: () => readStructure(supervisor, cwd),
    });
    await supervisor.stop();
    return [
      {
        name: `structure of ${fileCount} changed files: p50`,
        unit: 'ms',
        measured: median(product),
        floor: median(floor),
        bound: { kind: 'at-most', limit: 2000 },
        samples: product.length,
      },
    ];
  },
};
