import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';

/** Whether a process exists; a zombie does until it is reaped. */
export const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const hasProc = existsSync('/proc/self/stat');

/** Output of `ps` by pid, for systems without `/proc`. */
const printedByPs = (...options: string[]): (readonly [pid: number, text: string])[] =>
  execFileSync('ps', [...options, '-A'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .map((line) => /^ *(\d+) +(.*)$/u.exec(line) ?? [])
    .map(([, pid, text = '']) => [Number(pid), text] as const);

const allProcesses = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(Number);

/** The children of a process, including zombies. */
export const childrenOf = (pid: number): number[] =>
  hasProc
    ? allProcesses().filter((candidate) => parentOf(candidate) === pid)
    : printedByPs('-o', 'pid=,ppid=')
        .filter(([, parent]) => Number(parent) === pid)
        .map(([candidate]) => candidate);

/** Whether a process is a supervisor's task process, which comes and goes (Linux). */
const isTaskProcess = (pid: number): boolean => commandLineOf(pid).includes('/tasks.cjs');

/** What a process was started with (Linux); empty if it has exited. */
export const commandLineOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
};

/** A supervisor's task processes: one, or none if it was idle. */
export const taskProcessesOf = (supervisor: number): number[] =>
  childrenOf(supervisor).filter(isTaskProcess);

/** The processes that are not task processes. */
export const withoutTasks = (pids: readonly number[]): number[] =>
  pids.filter((pid) => !isTaskProcess(pid));

const parentOf = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    // It exited after it was listed.
    return undefined;
  }
};

/** The processes started with this environment variable. */
export const startedWith = (variable: string, value: string): number[] =>
  hasProc
    ? allProcesses().filter((pid) => environmentOf(pid).includes(`${variable}=${value}`))
    : printedByPs('-Eww', '-o', 'pid=,command=')
        .filter(([, text]) => ` ${text} `.includes(` ${variable}=${value} `))
        .map(([pid]) => pid);

/** Kills everything started with this GALLEY_HOME: sessions outlive a supervisor that a test has killed. */
export const endStartedIn = (home: string): void => {
  for (const pid of startedWith('GALLEY_HOME', home))
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has exited by itself.
    }
};

const environmentOf = (pid: number): string[] => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    // It has exited, or belongs to another user.
    return [];
  }
};
