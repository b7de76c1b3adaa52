import { readFileSync, readdirSync } from 'node:fs';

/** Resident memory of a process (Linux). */
export const residentBytes = (pid: number): number => {
  const kib = /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return Number(kib) * 1024;
};

/** Number of open file descriptors of a process (Linux). */
export const openDescriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** How many files and folders a process watches (Linux). */
export const watchCount = (pid: number): number =>
  readdirSync(`/proc/${pid}/fdinfo`)
    .map((fd) => readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'latin1'))
    .reduce((sum, info) => sum + (info.match(/^inotify /gmu)?.length ?? 0), 0);

/** The process that started one, and those that it has started besides (Linux). */
export const familyOf = (pid: number): number[] => {
  const parent = Number(
    /^PPid:\s+(\d+)$/mu.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1],
  );
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'latin1');
  return [parent, ...children.split(' ').filter(Boolean).map(Number)];
};

/** Memory of a process that is in no file (Linux). */
export const anonymousBytes = (pid: number): number => {
  const kib = /^Anonymous:\s+(\d+) kB$/mu.exec(
    readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'),
  )?.[1];
  return Number(kib) * 1024;
};

/** CPU time of a process's main thread in milliseconds (Linux). */
export const mainThreadMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
