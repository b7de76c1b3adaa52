import { watch } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFileOnce, replaceFile } from '../../shared/node/atomic-file.ts';
import { readEnv } from '../../shared/node/env.ts';
import { resolvePaths, type Paths } from '../../shared/node/paths.ts';
import { removeStaleFiles } from '../../supervisor/housekeeping.ts';
import { withShownPaths } from '../../supervisor/version-control/git/worktree/index-copy.ts';
import { startGalley, type Galley } from '../helpers/galley.ts';
import { isThere } from '../helpers/processes.ts';
import { Repository } from '../helpers/repository.ts';
import { until } from '../helpers/until.ts';

const nowMs = Date.now();
const daysAgo = (days: number) => new Date(nowMs - days * 24 * 60 * 60 * 1000);
const unused = { hasSession: () => false, hasKey: () => false, hasPath: () => false };
const uuid = '0b7a1f2e-3c4d-4e5f-8a9b-0c1d2e3f4a5b';

let home: string;
let paths: Paths;
let temporary: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'galley-left-'));
  paths = resolvePaths({ ...readEnv(), galleyHome: home });
  const { decisionsFolder, viewedFolder, configFolder, runtimeFolder } = paths;
  temporary = join(home, 'temporary');
  for (const folder of [decisionsFolder, viewedFolder, configFolder, runtimeFolder, temporary])
    await mkdir(folder, { recursive: true });
  vi.stubEnv('TMPDIR', temporary);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true });
});

const files = [
  ['state', `stdin-${uuid}.patch`, 1],
  ['state', `stdin-${uuid}.patch.2957263519`, 1],
  ['state', `opening-${uuid}.json`, 1],
  ['state', `opening-${uuid}.text`, 1],
  ['config', 'config.json.2957263519', 1],
  ['state/decisions', `0123456789ab.json.${uuid}.tmp`, 1],
  ['state/decisions', `0123456789ab.held.json.${uuid}.tmp`, 1],
  ['run', 'registry.json.corrupt-4711', 7],
  ['run', 'registry.json.4711.tmp', 1],
] as const;
const locks = [
  ['run', 'registry.json.lock.stale', 1],
  ['config', 'config.json.lock', 1],
  ['config', 'config.json.lock.stale', 1],
  ['state/viewed', '0123456789abcdef01234567.json.lock', 1],
] as const;
const all = [...files, ...locks];
const place = (folder: string, name: string) => join(home, folder, name);
const make = async (path: string, isFolder = false): Promise<void> => {
  if (isFolder) await mkdir(path);
  else await writeFile(path, '');
};
const names = async () =>
  (await readdir(home, { recursive: true })).filter((name) => /\.|stdin/u.test(name)).sort();
const makeAll = async (ageOf: (keptDays: number) => number): Promise<void> => {
  for (const [folder, name, days] of all) {
    await make(place(folder, name), name.includes('.lock'));
    await utimes(place(folder, name), daysAgo(ageOf(days)), daysAgo(ageOf(days)));
  }
};

describe('a file left by a killed process', () => {
  test('is removed once nobody can be using it', async () => {
    await makeAll((keptDays) => keptDays + 0.01);
    await removeStaleFiles({ paths, nowMs, inUse: unused });
    expect(await names()).toEqual([]);
  });

  test('stays while somebody may be using it', async () => {
    await makeAll((keptDays) => keptDays - 0.01);
    await removeStaleFiles({ paths, nowMs, inUse: unused });
    expect(await names()).toHaveLength(all.length);
  });

  test('is recognised by its name among our own files and those of others', async () => {
    const others = [
      ['config', 'config.json'],
      ['config', 'config.json.1'],
      ['config', 'config.json.20250131'],
      ['config', 'config.json.1761234567'],
      ['config', 'config.json.bak'],
      ['config', 'my-config.json.2957263519'],
      ['state', 'stdin-of-mine.patch'],
      ['state', `${uuid}.patch`],
      ['state/decisions', '0123456789ab.json'],
      ['state/decisions', '0123456789ab.collected'],
      ['state/decisions', 'notes.tmp'],
      ['run', 'registry.json'],
      ['run', 'registry.json.corrupt-copy'],
    ] as const;
    for (const [folder, name] of others) {
      await make(place(folder, name));
      await utimes(place(folder, name), daysAgo(99), daysAgo(99));
    }
    // A lock is an empty folder.
    await make(place('config', 'config.json.lock'), true);
    await make(place('config', 'config.json.lock/mine.txt'));
    await utimes(place('config', 'config.json.lock'), daysAgo(99), daysAgo(99));
    await removeStaleFiles({ paths, nowMs, inUse: unused });
    expect(await names()).toHaveLength(others.length + 2);
  });

  test('has the names that its writers use', async () => {
    const partialWrite = new Set<string>();
    const collect = async (folder: string, write: () => Promise<unknown>) => {
      const before = partialWrite.size;
      const watcher = watch(folder, (_, name) => {
        if (name?.endsWith('.json') === false) partialWrite.add(join(folder, name));
      });
      await write();
      await until('its half-written file was seen', () => partialWrite.size > before);
      watcher.close();
    };
    const settings = () => replaceFile(paths.config, '{}', { isDurable: false });
    // Of its numbers some read as a day or as seconds: not all of so many.
    for (let count = 0; count < 12; count += 1) await collect(paths.configFolder, settings);
    const decision = join(paths.decisionsFolder, '0123456789ab.json');
    await collect(paths.decisionsFolder, () => createFileOnce(decision, '{}'));
    for (const path of partialWrite) {
      await writeFile(path, '');
      await utimes(path, daysAgo(2), daysAgo(2));
    }
    await removeStaleFiles({ paths, nowMs, inUse: unused });
    const left = async (folder: string) =>
      (await readdir(folder)).filter((name) => !name.endsWith('.json'));
    expect(await left(paths.decisionsFolder)).toEqual([]);
    expect((await left(paths.configFolder)).length).toBeLessThan(12);
  });
});

describe('the temporary folder of a killed task', () => {
  const leave = async (name: string, days: number) => {
    const path = join(temporary, name);
    await mkdir(path);
    await writeFile(join(path, 'index'), 'index');
    await utimes(path, daysAgo(days), daysAgo(days));
  };

  test('is removed with what is in it a day later; others stay', async () => {
    await leave('galley-index-aB3dEf', 1.01);
    await leave('galley-jj-aB3dEf', 1.01);
    const others = ['galley-index-young1', 'galley-index-notes', 'galley-jj-aB3dEf.bak'];
    await leave('galley-index-young1', 0.99);
    for (const name of others.slice(1)) await leave(name, 99);
    await removeStaleFiles({ paths, nowMs, inUse: unused });
    expect((await readdir(temporary)).toSorted()).toEqual(others.toSorted());
  });

  test('has the name that git’s index is copied to', async () => {
    const repository = new Repository();
    repository.write('a', 'a\n');
    repository.commit('a');
    repository.git('update-index', '--assume-unchanged', 'a');
    const options = { cwd: repository.path, context: {}, settings: [] };
    const hidden = { assumedUnchanged: ['a'], skipped: [] };
    await withShownPaths({ ...options, hidden }, async ({ GIT_INDEX_FILE: copy = '' }) => {
      expect((await stat(copy)).isFile()).toBe(true);
      await utimes(dirname(copy), daysAgo(2), daysAgo(2));
      await removeStaleFiles({ paths, nowMs, inUse: unused });
      expect((await readdir(temporary)).join()).not.toContain('galley-index-');
    });
    repository.remove();
  });
});

describe('the patch of a command killed before its review was open', () => {
  let galley: Galley;
  beforeEach(async () => {
    galley = await startGalley({ warmWorkers: 0 });
  });
  afterEach(() => galley.stop());

  const patchesIn = async (state: string) =>
    (await readdir(state)).filter((name) => name.startsWith('stdin-'));

  /** Killed while it waits for a supervisor that stands still. */
  const leavePatch = async (state: string): Promise<string> => {
    const before = await patchesIn(state);
    const { pid } = (await galley.registry()).supervisor;
    process.kill(pid, 'SIGSTOP');
    const input = 'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+two\n';
    const command = galley.start(['review', '--patch', '-', '--no-browser'], { input });
    const made = async () => (await patchesIn(state)).find((name) => !before.includes(name));
    await until('the patch is there as a whole', async () => {
      const name = await made();
      return name?.endsWith('.patch') === true && (await stat(join(state, name))).size > 0;
    });
    command.kill('SIGKILL');
    await command.ended;
    process.kill(pid, 'SIGCONT');
    return join(state, (await made()) ?? '');
  };

  test('is removed a day later; a recent one stays', async () => {
    await galley.json(['supervisor', 'start']);
    const state = join(galley.home, 'state');
    const old = await leavePatch(state);
    const young = await leavePatch(state);
    await utimes(old, daysAgo(1.01), daysAgo(1.01));
    await galley.json(['supervisor', 'stop', '--force']);
    const { pid } = await galley.json<{ pid: number }>(['supervisor', 'start']);
    await until('the old one is gone', async () => (await patchesIn(state)).length === 1);
    expect(isThere(pid)).toBe(true);
    expect(await patchesIn(state)).toEqual([young.slice(state.length + 1)]);
  });
});
