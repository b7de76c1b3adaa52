import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

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
