import { readFileSync, readdirSync } from 'node:fs';

/** Resident memory of a process (Linux). */
export const residentBytes = (pid: number): number => {
  const kib = /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return Number(kib) * 1024;
};

/** Number of open file descriptors of a process (Linux). */
export const openDescriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** CPU time of a process's main thread in milliseconds (Linux). */
export const mainThreadMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
