import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Freshness, type SourceState } from '../../worker/content/freshness.ts';
import { pathState } from '../../worker/content/path-state.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-fresh-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const patience = { timeout: 30_000 };

describe('a file that is reviewed', () => {
  const begin = async (hasReaders: () => boolean = () => true) => {
    const path = join(folder, 'plan.md');
    await writeFile(path, 'one');
    const told: boolean[] = [];
    const first = await pathState(path);
    const freshness = new Freshness({
      read: () => pathState(path),
      first: () => Promise.resolve(first),
      hasReaders,
      onChange: (isStale) => told.push(isStale),
      pauseMs: 10,
    });
    freshness.begin();
    return { path, told, freshness };
  };

  it('is told once to have changed, and to have been read again', async () => {
    const { path, told, freshness } = await begin();
    await writeFile(path, 'other');
    await expect.poll(() => told, patience).toEqual([true]);
    await freshness.accept(await freshness.state());
    expect(told).toEqual([true, false]);
  });

  it('is none that is newer while it is away, until it is back', async () => {
    const { path, told, freshness } = await begin();
    await rm(path);
    expect(await freshness.state()).toBeUndefined();
    await writeFile(path, 'back again');
    await expect.poll(() => told, patience).toEqual([true]);
  });

  it('stays stale where it changed once more while it was read', async () => {
    const { path, told, freshness } = await begin();
    const read = await freshness.state();
    await writeFile(path, 'longer than before');
    await freshness.accept(read);
    expect(freshness.isStale).toBe(true);
    expect(told).toEqual([true]);
  });

  it('is not looked at while nobody reads', async () => {
    let looks = 0;
    const { path, told } = await begin(() => {
      looks += 1;
      return false;
    });
    await writeFile(path, 'other');
    await expect.poll(() => looks, patience).toBeGreaterThan(1);
    expect(told).toEqual([]);
  });
});

describe('a source that is asked for its state', () => {
  const begin = (first: SourceState | null, states: SourceState[]) => {
    const told: boolean[] = [];
    const asked = { first: 0, read: 0 };
    new Freshness({
      read: () => {
        asked.read += 1;
        return Promise.resolve(states.shift());
      },
      first: () => {
        asked.first += 1;
        return Promise.resolve(first);
      },
      hasReaders: () => true,
      onChange: (isStale) => told.push(isStale),
      pauseMs: 1,
    }).begin();
    return { told, asked };
  };

  it('is stale when it is another one than what was read; one that cannot be told is none', async () => {
    const { told, asked } = begin('a', ['a', undefined, 'a', 'b']);
    await expect.poll(() => told, patience).toEqual([true]);
    expect(asked).toEqual({ first: 1, read: 4 });
  });

  it('is never asked where nothing can change', async () => {
    const { asked } = begin(null, ['b']);
    const other = begin('a', ['a', 'a', 'a', 'a']);
    await expect.poll(() => other.asked.read, patience).toBeGreaterThan(3);
    expect(asked).toEqual({ first: 1, read: 0 });
  });
});

describe('a folder of documents', () => {
  it('is another one when a document is changed, added or removed, and by nothing else', async () => {
    const write = (name: string, text: string) => writeFile(join(folder, name), text);
    await mkdir(join(folder, 'deep'));
    await mkdir(join(folder, '.hidden'));
    await write('a.md', 'a');
    const states = [await pathState(folder)];
    await write('deep/b.md', 'b');
    states.push(await pathState(folder));
    await write('deep/b.md', 'b, longer');
    states.push(await pathState(folder));
    await rm(join(folder, 'a.md'));
    states.push(await pathState(folder));
    expect(new Set(states).size).toBe(4);
    await write('code.ts', '');
    await write('.hidden/c.md', 'c');
    expect(await pathState(folder)).toBe(states[3]);
  });
});
