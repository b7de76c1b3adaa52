import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { identify, startTimeOf } from '../../shared/node/process-identity.ts';
import { findUnsafeFolder } from '../../shared/node/unsafe-folder.ts';
import { viewOf } from '../../shared/session/session-view.ts';
import type { ListedSession, SessionRecord } from '../../shared/session/session.ts';
import type { Registry } from '../../shared/supervisor/registry.ts';

/**
 * What is at the registry's path: nothing, the registry, something damaged, or something that others could have
 * written.
 */
export type FoundRegistry =
  | { readonly kind: 'none' }
  | { readonly kind: 'found'; readonly registry: Registry }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'unsafe'; readonly reason: string; readonly advice: string };

const writableByOthers = 0o022;

/** Reads the registry. Needs no lock, as it is replaced atomically. */
export const readRegistry = (path: string): FoundRegistry => {
  let text: string;
  try {
    const unsafe = findUnsafeFolder(dirname(path));
    if (unsafe !== undefined) {
      const reason = `the folder ${unsafe.path} ${unsafe.problem}`;
      return { kind: 'unsafe', reason, advice: unsafe.advice };
    }
    text = readOwnFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { kind: 'none' };
    return { kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
  }
  return parse(text);
};

/** Longer than a supervisor takes to notice a damaged registry and rewrite it. */
const repairMs = 1500;
const pauseMs = 50;

/** Like `readRegistry`, but retries while the registry is unreadable: a leading supervisor repairs it. */
export const readRegistryInTime = async (path: string): Promise<FoundRegistry> => {
  const deadlineMs = performance.now() + repairMs;
  for (;;) {
    const found = readRegistry(path);
    if (found.kind !== 'unreadable' || performance.now() > deadlineMs) return found;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
};

/** The registry's URL and token are trusted, so nobody else may be able to write the file. */
const readOwnFile = (path: string): string => {
  const file = openSync(path, 'r');
  try {
    const { uid, mode } = fstatSync(file);
    if (process.getuid !== undefined && uid !== process.getuid())
      throw new Error('it belongs to another user');
    if ((mode & writableByOthers) !== 0) throw new Error('others can write to it');
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
};

const parse = (text: string): FoundRegistry => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'unreadable', reason: 'it is not JSON' };
  }
  return isRegistry(value)
    ? { kind: 'found', registry: value }
    : { kind: 'unreadable', reason: 'it was written by another release of Galley' };
};

/**
 * Validated by hand: loading the schema library would take a quarter of the time budget of `sessions list`, and only
 * this user's supervisor can have written the file.
 */
const isRegistry = (value: unknown): value is Registry => {
  if (!isObject(value) || value['version'] !== 1) return false;
  const { supervisor, sessions } = value;
  return (
    isObject(supervisor) &&
    ['url', 'token', 'nonce', 'startTime', 'bootId'].every(
      (key) => typeof supervisor[key] === 'string',
    ) &&
    typeof supervisor['pid'] === 'number' &&
    Array.isArray(sessions) &&
    sessions.every(isSession)
  );
};

const isSession = (value: unknown): boolean =>
  isObject(value) &&
  ['id', 'mode', 'state', 'startTime', 'url', 'title', 'project', 'openedAt'].every(
    (key) => typeof value[key] === 'string',
  ) &&
  typeof value['pid'] === 'number';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listed = (record: SessionRecord): ListedSession => {
  const { counts: _counts, ...session } = viewOf(record);
  return session;
};

/** The public views of sessions whose processes are alive, verified against pid reuse. */
export const liveSessions = ({ supervisor, sessions }: Registry): ListedSession[] => {
  if (identify(process.pid)?.bootId !== supervisor.bootId) return [];
  return sessions.filter(({ pid, startTime }) => startTimeOf(pid) === startTime).map(listed);
};

/**
 * The same, if the supervisor is known to be running. It reaps its dead children at once, so pids cannot have been
 * reused and a plain signal check is enough: 0.5 ms for a thousand instead of 10.
 */
export const unreapedSessions = ({ sessions }: Registry): ListedSession[] =>
  sessions.filter(({ pid }) => hasProcess(pid)).map(listed);

const hasProcess = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    // ESRCH: gone. Never EPERM, as it cannot be another user's process.
    return false;
  }
};
