import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeOld } from '../../supervisor/housekeeping.ts';

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
