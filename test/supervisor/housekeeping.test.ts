import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readEnv } from '../../shared/node/env.ts';
import { resolvePaths } from '../../shared/node/paths.ts';
import { removeExpired, removeOld } from '../../supervisor/housekeeping.ts';

const nowMs = Date.parse('2026-06-01T00:00:00.000Z');
const daysAgo = (days: number) => new Date(nowMs - days * 24 * 60 * 60 * 1000);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-old-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('expired files are removed; newer files and folders stay', async () => {
  for (const [name, days] of [
    ['old.log', 31],
    ['young.log', 29],
  ] as const) {
    await writeFile(join(folder, name), '');
    await utimes(join(folder, name), daysAgo(days), daysAgo(days));
  }
  await mkdir(join(folder, 'folder'));
  await utimes(join(folder, 'folder'), daysAgo(99), daysAgo(99));
  await removeOld(folder, { keepDays: 30, nowMs, isInUse: () => false });
  expect((await readdir(folder)).sort()).toEqual(['folder', 'young.log']);
});

test('what was discarded is kept for a week, however long all else is kept', async () => {
  const paths = resolvePaths({ ...readEnv(), galleyHome: folder });
  const { registry: _, config: __, ...folders } = paths;
  for (const path of Object.values(folders)) await mkdir(path, { recursive: true });
  for (const [name, days] of [
    ['old.json', 7.01],
    ['young.json', 6.99],
  ] as const) {
    const path = join(paths.keptChangesFolder, name);
    await writeFile(path, '{}');
    await utimes(path, daysAgo(days), daysAgo(days));
  }
  vi.stubEnv('TMPDIR', folder);
  const inUse = { hasSession: () => false, hasKey: () => false, hasPath: () => false };
  const history = { days: 30, maxBytes: 1024 };
  await removeExpired({ paths, keepDays: 30, history, nowMs, inUse, pages: [] });
  vi.unstubAllEnvs();
  expect(await readdir(paths.keptChangesFolder)).toEqual(['young.json']);
});
