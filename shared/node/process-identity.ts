import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import type { Launcher, ProcessIdentity } from '../supervisor/process-identity.ts';

/**
 * A process's start time: field 22 of `/proc/PID/stat` on Linux, the text of `ps` on macOS. Undefined if there is no
 * such process; a zombie counts as gone.
 */
export const startTimeOf = (pid: number): string | undefined =>
  process.platform === 'linux' ? linuxStartTime(pid) : psStartTime(pid);

// A shared buffer: listing a thousand sessions checks as many processes, and readFileSync takes four times as long.
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

/** Keeps a spare descriptor: without one, a live process would look dead when descriptors run out. */
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
    // Something else in this process took it.
    return undefined;
  }
};

const linuxStartTime = (pid: number): string | undefined => {
  let stat: string;
  try {
    stat = readStatAnyway(pid);
  } catch {
    // The process is gone.
    return undefined;
  }
  // The command's name may contain spaces and brackets: fields start after the last bracket, with field 3.
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
    // ps exits with 1 if there is no such process.
    return undefined;
  }
};

let knownBootId: string | undefined;

/** Identifies the machine's current boot; empty if the platform has no id. */
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
    // Not available in some containers: pid and start time have to do.
    return '';
  }
};

/** The identity of a live process; undefined if there is none. */
export const identify = (pid: number): ProcessIdentity | undefined => {
  const startTime = startTimeOf(pid);
  return startTime === undefined ? undefined : { pid, startTime, bootId: bootIdOf() };
};

/** Whether the recorded process is still alive, and not another with its pid. */
export const isAlive = ({ pid, startTime, bootId }: ProcessIdentity): boolean => {
  const now = identify(pid);
  return now !== undefined && now.startTime === startTime && now.bootId === bootId;
};

const pidNamespaceOf = (pid: number): string => {
  if (process.platform !== 'linux') return '';
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    // Gone, or a kernel without namespaces.
    return '';
  }
};

/** This process's identity, for a supervisor that watches it. Undefined if the platform cannot tell. */
export const ownLauncher = (): Launcher | undefined => {
  const identity = identify(process.pid);
  return identity && { ...identity, pidNamespace: pidNamespaceOf(process.pid) };
};

/** Whether a process is alive and can be watched from here: it may be in another container's pid namespace. */
export const canObserve = (launcher: Launcher): boolean =>
  launcher.pidNamespace === pidNamespaceOf(process.pid) && isAlive(launcher);

/** Whether a process is certainly dead. If that cannot be determined it counts as alive. */
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
