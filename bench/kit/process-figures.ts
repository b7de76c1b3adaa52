import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { median } from './percentile.ts';
import { until } from './until.ts';

const bytesPerKiB = 1024;

interface MemoryShare {
  /** Proportional set size: private memory plus the process's share of shared memory. */
  readonly pssBytes: number;
  /** The anonymous part of it, which other processes cannot affect. */
  readonly anonymousBytes: number;
}

/** A process's proportional share of memory. Linux only. */
export const memoryShareOf = async (pid: number): Promise<MemoryShare> => {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1');
  const bytes = (name: string) => {
    const kib = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'mu').exec(text)?.[1];
    if (kib === undefined) throw new Error(`smaps_rollup names no ${name}.`);
    return Number(kib) * bytesPerKiB;
  };
  return { pssBytes: bytes('Pss'), anonymousBytes: bytes('Pss_Anon') };
};

/** Memory available on the machine. Linux only. */
export const availableBytes = (): number => {
  const kib = /^MemAvailable:\s+(\d+) kB$/mu.exec(readFileSync('/proc/meminfo', 'latin1'))?.[1];
  if (kib === undefined) throw new Error('meminfo names no MemAvailable.');
  return Number(kib) * bytesPerKiB;
};

/** V8 releases memory about eight seconds after the last work, if at all. */
const quietMs = 12_000;

/** Resolves when each process's private memory has stayed within 2 % for that long. */
export const settled = async (pids: readonly number[]): Promise<void> => {
  let last: number[] = [];
  let sinceMs = performance.now();
  await until(
    async () => {
      const shares = await Promise.all(pids.map(memoryShareOf));
      const now = shares.map(({ anonymousBytes }) => anonymousBytes);
      const hasMoved = now.some((bytes, at) => Math.abs(bytes / (last[at] ?? 0) - 1) > 0.02);
      if (hasMoved) [last, sinceMs] = [now, performance.now()];
      return performance.now() - sinceMs >= quietMs ? true : undefined;
    },
    { what: 'memory that no longer moves', deadlineMs: 120_000, intervalMs: 500 },
  );
};

/** The median of their proportional shares of memory. */
export const medianPss = async (pids: readonly number[]): Promise<number> => {
  const shares = await Promise.all(pids.map(memoryShareOf));
  return median(shares.map(({ pssBytes }) => pssBytes));
};
