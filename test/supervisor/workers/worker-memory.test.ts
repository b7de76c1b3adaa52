import { expect, it } from 'vitest';
import { memoryFrom, WorkerMemoryReader } from '../../../supervisor/workers/worker-memory.ts';

it('reads the figures of a process', () => {
  const rollup = '5600-7fff ---p 00000000 00:00 0 [rollup]\nRss:   52000 kB\nPss:   12000 kB\n';
  expect(memoryFrom(rollup)).toEqual({ rssBytes: 52_000 * 1024, pssBytes: 12_000 * 1024 });
  expect(memoryFrom('')).toEqual({ rssBytes: null, pssBytes: null });
});

it('is looked up when it is asked for, and seldom', async () => {
  let looks = 0;
  const memory = new WorkerMemoryReader(() => {
    looks += 1;
    return [
      { id: 'own', pid: process.pid },
      { id: 'gone', pid: 2 ** 30 },
    ];
  });
  expect(looks).toBe(0);
  const [own, gone] = await memory.read();
  expect(own?.rssBytes).toBeGreaterThan(1024 * 1024);
  expect(gone).toEqual({ id: 'gone', pid: 2 ** 30, rssBytes: null, pssBytes: null });
  await memory.read();
  expect(looks).toBe(1);
});
