import { lstatSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';

/** A folder or link through which others could replace our files; `problem` follows its path in a sentence. */
interface UnsafeFolder {
  readonly path: string;
  readonly problem: string;
  /** What to do, as a sentence. */
  readonly advice: string;
}

const writableByGroup = 0o020;
const writableByOthers = 0o002;
const sticky = 0o1000;
const maxLinks = 40;
const administrator = 0;

/**
 * The first unsafe step on the path from `/` to a folder, following links one by one. Each must belong to this user or
 * root and be writable by nobody else; in a sticky folder, the next step must be this user's. Undefined if all are
 * safe; stops where the path ends.
 */
export const findUnsafeFolder = (path: string): UnsafeFolder | undefined => {
  const names = namesOf(resolve(path));
  let at: string = sep;
  let stats = lstatSync(at);
  let links = 0;
  for (;;) {
    const name = names.shift();
    if (name === undefined) return undefined;
    const above = { stats, path: at };
    at = name === '..' ? dirname(above.path) : join(above.path, name);
    const found = statsOf(at);
    if (found === undefined) return undefined;
    stats = found;
    const unsafe = problemOf(at, stats, above.stats);
    if (unsafe !== undefined) return unsafe;
    if (names.length > 0 && stats.isFile())
      return { path: at, problem: 'is a file', advice: elsewhere };
    if (!stats.isSymbolicLink()) continue;
    links += 1;
    if (links > maxLinks) return { path: at, problem: 'leads in a circle', advice: elsewhere };
    const target = readlinkSync(at);
    names.unshift(...namesOf(target));
    at = target.startsWith(sep) ? sep : above.path;
    stats = lstatSync(at);
  }
};

/** Undefined if missing or inaccessible: using it will fail with a better error. */
const statsOf = (path: string): Stats | undefined => {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
};

const namesOf = (path: string): string[] =>
  path.split(sep).filter((name) => name !== '' && name !== '.');

const elsewhere = 'Set GALLEY_HOME to a folder of your own.';

const problemOf = (path: string, stats: Stats, above: Stats): UnsafeFolder | undefined => {
  const isShared = isWritableByOthers(above);
  if (!isTrusted(stats.uid, isShared))
    return { path, problem: 'belongs to another user', advice: elsewhere };
  if (stats.isSymbolicLink() || !isWritableByOthers(stats) || (stats.mode & sticky) !== 0)
    return undefined;
  return {
    path,
    problem: 'can be written to by others',
    advice: `Correct that with \`chmod go-w ${path}\`, or set GALLEY_HOME to another folder.`,
  };
};

/** In a folder where anybody may create files, only the uid of this user or of root counts. */
const isTrusted = (uid: number, isShared: boolean): boolean => {
  const own = process.getuid?.();
  if (own === undefined || uid === own || uid === administrator) return true;
  // In a user namespace, such as a sandbox, the outer root is mapped to the owner of `/`.
  return !isShared && uid === lstatSync(sep).uid;
};

const isWritableByOthers = ({ mode, gid }: Stats): boolean =>
  (mode & writableByOthers) !== 0 || ((mode & writableByGroup) !== 0 && !isOwnGroup(gid));

/**
 * Whether a group has only this user: many distributions create one per user, with a umask that lets it write. Debian's
 * OpenSSH makes the same exception.
 */
const isOwnGroup = (gid: number): boolean => {
  try {
    const { username, gid: primary } = userInfo();
    if (gid !== primary) return false;
    const hasOthers = rowsOf('/etc/passwd').some(
      ([name, , , group]) => Number(group) === gid && name !== username,
    );
    const [name, , , members = ''] =
      rowsOf('/etc/group').find((row) => Number(row[2]) === gid) ?? [];
    return !hasOthers && name === username && (members === '' || members === username);
  } catch {
    // Its members are unknown.
    return false;
  }
};

const rowsOf = (path: string): string[][] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
