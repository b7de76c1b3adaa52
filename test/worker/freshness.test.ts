import { mkdtemp, open, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderDocument } from '../../supervisor/threads/tasks/render-document.ts';
import {
  Freshness,
  restAfter,
  type SourceLook,
  type SourceState,
  type Staleness,
} from '../../worker/content/freshness.ts';
import { isGone, PathState } from '../../worker/content/path-state.ts';

let folder = '';
let spool = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-fresh-'));
  spool = await mkdtemp(join(tmpdir(), 'galley-spool-'));
});
afterEach(async () => {
  for (const path of [folder, spool]) await rm(path, { recursive: true, force: true });
});

const patience = { timeout: 30_000 };

const fresh = { isStale: false };
const stale = { isStale: true };
const [a, b] = [{ state: 'a' }, { state: 'b' }];

/** Renders files like the pool, including the digests of their contents. */
const render = (...paths: readonly string[]) =>
  renderDocument(
    {
      task: 'render-document',
      sources: paths.map((path) => ({ path })),
      output: join(spool, 'document.json'),
      contents: join(spool, 'contents.json'),
    },
    { signal: new AbortController().signal },
  );

/** Overwrites a file in place, so that it is never empty in between. */
const writeInPlace = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'r+');
  await file.writeFile(text);
  await file.close();
};

describe('a file that is reviewed', () => {
  const begin = async (hasReaders: () => boolean = () => true) => {
    const path = join(folder, 'plan.md');
    await writeFile(path, 'one');
    await render(path);
    const told: Staleness[] = [];
    const state = new PathState({ path, contents: join(spool, 'contents.json') });
    let looks = 0;
    const freshness = new Freshness({
      read: async () => {
        const now = await state.now();
        looks += 1;
        return now === undefined ? undefined : { state: now };
      },
      findGone: async () => ((await isGone(path)) ? path : undefined),
      made: () => state.rendered(),
      hasReaders,
      onChange: (staleness) => told.push(staleness),
      pauseMs: 10,
    });
    freshness.begin();
    /** Resolves after two polls, the second of which began after the call. */
    const lookedAt = async () => {
      const before = looks;
      await expect.poll(() => looks, patience).toBeGreaterThan(before + 1);
    };
    return { path, told, freshness, state, lookedAt };
  };

  it('reports a change once, and a refresh once', async () => {
    const { path, told, freshness } = await begin();
    await writeFile(path, 'two');
    await expect.poll(() => told, patience).toEqual([stale]);
    await render(path);
    await freshness.accept();
    expect(told).toEqual([stale, fresh]);
  });

  it('is as it was read if the change is taken back', async () => {
    const { path, told } = await begin();
    await writeFile(path, 'two');
    await expect.poll(() => told, patience).toEqual([stale]);
    await writeInPlace(path, 'one');
    await expect.poll(() => told, patience).toEqual([stale, fresh]);
  });

  it('is unchanged when it is touched, rewritten or replaced with the same content', async () => {
    const { path, told, lookedAt } = await begin();
    await utimes(path, 1, 1);
    await lookedAt();
    await writeInPlace(path, 'one');
    await lookedAt();
    await writeFile(`${path}.new`, 'one');
    await rename(`${path}.new`, path);
    await lookedAt();
    expect(told).toEqual([]);
    await writeFile(path, 'two');
    await utimes(path, 1, 1);
    await expect.poll(() => told, patience).toEqual([stale]);
  });

  it('is changed if that happened between rendering and the first poll', async () => {
    const { path, told } = await begin();
    await writeFile(path, 'two');
    await expect.poll(() => told, patience).toEqual([stale]);
  });

  it('is gone while it is missing, until it is back', async () => {
    const { path, told, state } = await begin();
    await rm(path);
    expect(await state.now()).toBeUndefined();
    const gone = { hasOtherCommits: false, paths: [path], count: 1, isGone: true };
    await expect.poll(() => told, patience).toEqual([{ ...stale, changed: gone }]);
    await writeFile(path, 'back again');
    await expect.poll(() => told.at(-1), patience).toEqual(stale);
  });

  it('is reported when it appears after being missing at first', async () => {
    const path = join(folder, 'late.md');
    const state = new PathState({ path, contents: join(spool, 'contents.json') });
    expect(await state.rendered()).toBe('away');
    await writeFile(path, 'here');
    expect(await state.now()).not.toBe('away');
  });

  it('stays stale if it changed again during the refresh', async () => {
    const { path, told, freshness } = await begin();
    await render(path);
    await writeFile(path, 'longer than before');
    await freshness.accept();
    expect(freshness.isStale).toBe(true);
    expect(told).toEqual([stale]);
  });

  it('is not polled while no page is connected', async () => {
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

describe('a polled source', () => {
  const begin = (made: SourceState | null, looks: (SourceLook | undefined)[]) => {
    const told: Staleness[] = [];
    const asked = { made: 0, read: 0 };
    new Freshness({
      read: () => {
        asked.read += 1;
        return Promise.resolve(looks.shift());
      },
      made: () => {
        asked.made += 1;
        return Promise.resolve(made);
      },
      hasReaders: () => true,
      onChange: (staleness) => told.push(staleness),
      pauseMs: 1,
    }).begin();
    return { told, asked };
  };

  it('is stale if its state differs from the one read, and an unknown state does not count', async () => {
    const { told, asked } = begin('a', [a, undefined, a, b]);
    await expect.poll(() => told, patience).toEqual([stale]);
    expect(asked.made).toBe(1);
    expect(asked.read).toBeGreaterThanOrEqual(4);
  });

  it('is asked on, since more may change, and only news is told', async () => {
    const of = (...paths: string[]) => ({
      changed: { hasOtherCommits: false, paths, count: paths.length },
    });
    const { told } = begin('a', [
      { ...b, ...of('x') },
      { ...b, ...of('x') },
      { ...b, ...of('x', 'y') },
      undefined,
      a,
    ]);
    await expect
      .poll(() => told, patience)
      .toEqual([{ ...stale, ...of('x') }, { ...stale, ...of('x', 'y') }, fresh]);
  });

  it('is not gone if a check misses it once, nor if it cannot be determined', async () => {
    const gone = [undefined, '/gone', undefined, '/gone'];
    const told: Staleness[] = [];
    new Freshness({
      read: () => Promise.resolve(gone.length === 1 ? a : undefined),
      findGone: () => Promise.resolve(gone.shift()),
      made: () => Promise.resolve('a'),
      hasReaders: () => true,
      onChange: (staleness) => told.push(staleness),
      pauseMs: 1,
    }).begin();
    await expect.poll(() => gone.length, patience).toBe(1);
    expect(told).toEqual([]);
  });

  it('is asked again once the content is of one that can change', async () => {
    const told: Staleness[] = [];
    const looks = [a, b];
    let made: string | null = null;
    let asked = 0;
    const freshness = new Freshness({
      read: () => Promise.resolve(looks.shift()),
      made: () => {
        asked += 1;
        return Promise.resolve(made);
      },
      hasReaders: () => true,
      onChange: (staleness) => told.push(staleness),
      pauseMs: 1,
    });
    freshness.begin();
    await expect.poll(() => asked, patience).toBe(1);
    made = 'a';
    await freshness.accept();
    expect(told).toEqual([]);
    await expect.poll(() => told, patience).toEqual([stale]);
  });

  it('is never polled if it cannot change', async () => {
    const { asked } = begin(null, [b]);
    const other = begin('a', [a, a, a, a]);
    await expect.poll(() => other.asked.read, patience).toBeGreaterThan(3);
    expect(asked).toEqual({ made: 1, read: 0 });
  });

  it('rests longer after a slow check, but not for long', () => {
    const rests = [10, 200, 1200, 4000].map((tookMs) => restAfter(tookMs, 4000));
    expect(rests).toEqual([4000, 5000, 10_000, 16_000]);
  });
});
