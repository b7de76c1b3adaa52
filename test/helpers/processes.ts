import { readFileSync, readdirSync } from 'node:fs';

/** Whether a process is there; a zombie is, until its parent has reaped it. */
export const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** The children of a process, zombies included (Linux). */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
    .filter((candidate) => parentOf(candidate) === pid);

const parentOf = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    // It went between the listing and the look.
    return undefined;
  }
};

/** The processes that were started with a variable of the environment set to this (Linux). */
export const startedWith = (variable: string, value: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
    .filter((pid) => environmentOf(pid).includes(`${variable}=${value}`));

/** Ends whatever was started with this GALLEY_HOME: a session outlives the supervisor that a test has killed. */
export const endStartedIn = (home: string): void => {
  for (const pid of startedWith('GALLEY_HOME', home))
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It went by itself.
    }
};

const environmentOf = (pid: number): string[] => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    // It is gone, or another user's.
    return [];
  }
};
