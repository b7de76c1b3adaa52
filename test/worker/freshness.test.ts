import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Freshness } from '../../worker/content/freshness.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-fresh-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const begin = async (hasReaders: () => boolean = () => true) => {
  const path = join(folder, 'plan.md');
  await writeFile(path, 'one');
  const told: boolean[] = [];
  const freshness = new Freshness({ path, hasReaders, onChange: (isStale) => told.push(isStale) });
  await freshness.begin();
  return { path, told, freshness };
};
const patience = { timeout: 30_000 };

it('tells once that a file has changed, and that it was read again', async () => {
  const { path, told, freshness } = await begin();
  await writeFile(path, 'other');
  await expect.poll(() => told, patience).toEqual([true]);
  await freshness.accept(await freshness.state());
  expect(told).toEqual([true, false]);
});

it('takes a file that is away for none that is newer, until it is back', async () => {
  const { path, told, freshness } = await begin();
  await rm(path);
  expect(await freshness.state()).toBeUndefined();
  await writeFile(path, 'back again');
  await expect.poll(() => told, patience).toEqual([true]);
});

it('stays stale where the file changed once more while it was read', async () => {
  const { path, told, freshness } = await begin();
  const read = await freshness.state();
  await writeFile(path, 'longer than before');
  await freshness.accept(read);
  expect(freshness.isStale).toBe(true);
  expect(told).toEqual([true]);
});

it('does not look while nobody reads', async () => {
  let looks = 0;
  const { path, told } = await begin(() => {
    looks += 1;
    return false;
  });
  await writeFile(path, 'other');
  await expect.poll(() => looks, patience).toBeGreaterThan(1);
  expect(told).toEqual([]);
});
