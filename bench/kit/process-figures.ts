import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const bytesPerKiB = 1024;

/** A process's share of memory: what it has alone, and its part of what it shares. Linux only. */
export const pssBytes = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1');
  const kib = /^Pss:\s+(\d+) kB$/mu.exec(text)?.[1];
  if (kib === undefined) throw new Error('smaps_rollup names no Pss.');
  return Number(kib) * bytesPerKiB;
};

/** What the machine can still give out. Linux only. */
export const availableBytes = (): number => {
  const kib = /^MemAvailable:\s+(\d+) kB$/mu.exec(readFileSync('/proc/meminfo', 'latin1'))?.[1];
  if (kib === undefined) throw new Error('meminfo names no MemAvailable.');
  return Number(kib) * bytesPerKiB;
};

/** The processor time that a process has used, all its threads together; in clock ticks of 10 ms. Linux only. */
export const cpuMsOf = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};
