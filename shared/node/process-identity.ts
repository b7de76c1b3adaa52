import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import type { Launcher, ProcessIdentity } from '../supervisor/process-identity.ts';

/**
 * When a process was started: the clock ticks of field 22 of `/proc/PID/stat` on Linux, the text of `ps` on macOS.
 * Undefined where there is no such process; a zombie counts as none.
 */
export const startTimeOf = (pid: number): string | undefined =>
  process.platform === 'linux' ? linuxStartTime(pid) : psStartTime(pid);

// One buffer for all: a list of a thousand sessions looks at as many processes, and readFileSync costs four times as much.
const statBuffer = Buffer.alloc(1024);

const readStat = (pid: number): string => {
  const file = openSync(`/proc/${pid}/stat`, 'r');
  try {
    return statBuffer.toString('latin1', 0, readSync(file, statBuffer, 0, statBuffer.length, 0));
  } finally {
    closeSync(file);
  }
};

let spare: number | undefined;

/** One descriptor is kept for this: without it a process would pass for dead when there are none left. */
const readStatAnyway = (pid: number): string => {
  try {
    spare ??= openSpare();
    return readStat(pid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EMFILE' || spare === undefined) throw error;
    closeSync(spare);
    spare = undefined;
    try {
      return readStat(pid);
    } finally {
      spare = openSpare();
    }
  }
};

const openSpare = (): number | undefined => {
  try {
    return openSync('/dev/null', 'r');
  } catch {
    // Another part of this process was faster.
    return undefined;
  }
};

const linuxStartTime = (pid: number): string | undefined => {
  let stat: string;
  try {
    stat = readStatAnyway(pid);
  } catch {
    // The process is gone, or was between the look and the read.
    return undefined;
  }
  // The command's name may hold spaces and brackets: the fields begin behind the last one. The first is field 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  return state === 'Z' || state === 'X' ? undefined : fields[19];
};

const psStartTime = (pid: number): string | undefined => {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
    }).trim();
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/u, '');
  } catch {
    // ps ends with 1 where there is no such process.
    return undefined;
  }
};

let knownBootId: string | undefined;

/** What tells one boot of this machine from the next; empty where the platform does not say. */
const bootIdOf = (): string => {
  if (knownBootId === undefined || knownBootId === '') knownBootId = readBootId();
  return knownBootId;
};

const readBootId = (): string => {
  try {
    return process.platform === 'linux'
      ? readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
      : execFileSync('sysctl', ['-n', 'kern.boottime'], { encoding: 'utf8' }).trim();
  } catch {
    // A container without it: pid and start time still tell.
    return '';
  }
};

/** The identity of a live process; undefined where there is none. */
export const identify = (pid: number): ProcessIdentity | undefined => {
  const startTime = startTimeOf(pid);
  return startTime === undefined ? undefined : { pid, startTime, bootId: bootIdOf() };
};

/** Whether the very process that was recorded still lives. */
export const isAlive = ({ pid, startTime, bootId }: ProcessIdentity): boolean => {
  const now = identify(pid);
  return now !== undefined && now.startTime === startTime && now.bootId === bootId;
};

const pidNamespaceOf = (pid: number): string => {
  if (process.platform !== 'linux') return '';
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    // It is gone, or a kernel without namespaces.
    return '';
  }
};

/** This process, for a supervisor that is to notice its end. Undefined where the platform does not say. */
export const ownLauncher = (): Launcher | undefined => {
  const identity = identify(process.pid);
  return identity && { ...identity, pidNamespace: pidNamespaceOf(process.pid) };
};

/** Whether a process lives, and its pid means the same process here as where it was told: not in another container. */
export const isKnownHere = (launcher: Launcher): boolean =>
  launcher.pidNamespace === pidNamespaceOf(process.pid) && isAlive(launcher);

/** Whether a process that was known here is gone for certain. What cannot be looked at counts as alive. */
export const isProvedDead = ({ pid, startTime, bootId, pidNamespace }: Launcher): boolean => {
  if (bootId !== bootIdOf() || pidNamespace !== pidNamespaceOf(process.pid)) return false;
  const now = startTimeOf(pid);
  return now === undefined ? !isThere(pid) : now !== startTime;
};

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
};
