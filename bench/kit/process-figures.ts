import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const bytesPerKiB = 1024;

interface MemoryShare {
  /** What the process has alone, and its part of what it shares. */
  readonly pssBytes: number;
  /** The part of that which is no file's: nothing that other processes do changes it. */
  readonly anonymousBytes: number;
}

/** A process's share of memory. Linux only. */
export const memoryShareOf = async (pid: number): Promise<MemoryShare> => {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1');
  const bytes = (name: string) => {
    const kib = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'mu').exec(text)?.[1];
    if (kib === undefined) throw new Error(`smaps_rollup names no ${name}.`);
    return Number(kib) * bytesPerKiB;
  };
  return { pssBytes: bytes('Pss'), anonymousBytes: bytes('Pss_Anon') };
};

/** What the machine can still give out. Linux only. */
export const availableBytes = (): number => {
  const kib = /^MemAvailable:\s+(\d+) kB$/mu.exec(readFileSync('/proc/meminfo', 'latin1'))?.[1];
  if (kib === undefined) throw new Error('meminfo names no MemAvailable.');
  return Number(kib) * bytesPerKiB;
};
