import { lstatSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';

/** A folder, or a link, by which others could put files in the place of ours; `problem` follows its path in a sentence. */
export interface UnsafeFolder {
  readonly path: string;
  readonly problem: string;
  /** What to do, as a sentence. */
  readonly advice: string;
}

const writableByGroup = 0o020;
const writableByOthers = 0o002;
const sticky = 0o1000;
const linksAtMost = 40;
const administrator = 0;

/**
 * The first unsafe step on the way from `/` to a folder, each link on it followed by hand. All must belong to this user
 * or to root, and be writable by no one else, unless a folder is sticky: then what is looked up in it must be this
 * user's. Undefined where all are safe; the way ends early where there is nothing yet.
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
    if (links > linksAtMost) return { path: at, problem: 'leads in a circle', advice: elsewhere };
    const target = readlinkSync(at);
    names.unshift(...namesOf(target));
    at = target.startsWith(sep) ? sep : above.path;
    stats = lstatSync(at);
  }
};

/** Undefined where there is nothing, or nothing that can be reached: whoever wants to use it is told why. */
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

/** In a folder where anybody may make something, the number of an owner must be one that only this user or root has. */
const isTrusted = (uid: number, isShared: boolean): boolean => {
  const own = process.getuid?.();
  if (own === undefined || uid === own || uid === administrator) return true;
  // In a user namespace, such as a sandbox, root outside has the number of whoever `/` belongs to.
  return !isShared && uid === lstatSync(sep).uid;
};

const isWritableByOthers = ({ mode, gid }: Stats): boolean =>
  (mode & writableByOthers) !== 0 || ((mode & writableByGroup) !== 0 && !isOwnGroup(gid));

/**
 * Whether a group has this user and nobody else: many distributions give each user such a group, and a umask by which
 * it may write. Debian's OpenSSH makes the same exception.
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
    // Who is in it cannot be told.
    return false;
  }
};

const rowsOf = (path: string): string[][] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
