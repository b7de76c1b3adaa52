import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reasonOf } from '../../../shared/node/secure-folder.ts';

interface Size {
  readonly bytes: number;
  readonly inodes: number;
}

/** Free space to leave on a disk; unlimited if absent. */
export interface Room {
  readonly pages?: number;
  readonly inodes?: number;
}

/** Root needs no user namespace, and may not be allowed one; everyone else has no other way. */
const namespaces = [
  { make: ['--mount'], enter: ['--mount'] },
  {
    make: ['--user', '--map-root-user', '--mount'],
    enter: ['--user', '--preserve-credentials', '--mount'],
  },
] as const;

/** Exits, which ends the namespace, when its stdin closes: with this process at the latest. */
const hold = async (make: readonly string[], command: string, folder: string) => {
  const holder = spawn('unshare', [...make, 'sh', '-c', `${command} && echo && exec cat`, folder], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const isMade = await Promise.race([
    once(holder.stdout, 'data').then(() => true),
    once(holder, 'exit').then(() => false),
  ]);
  return isMade ? holder : undefined;
};

const makeNamespace = async (command: string, folder: string) => {
  for (const { make, enter } of process.getuid?.() === 0 ? namespaces : namespaces.slice(1)) {
    const holder = await hold(make, command, folder);
    if (holder !== undefined) return { holder, enter };
  }
  throw new Error('this system lets nobody mount a disk in a namespace');
};

/**
 * A tmpfs of a few pages in its own mount namespace: programs run `through` it see it at `folder`, this process at
 * `outside`, and nobody else at all.
 */
export const smallDisk = async ({ bytes, inodes }: Size) => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'galley-disk-')));
  const options = `size=${bytes},nr_inodes=${inodes},mode=0700`;
  const mount = `mount -t tmpfs -o ${options} galley "$0"`;
  const { holder, enter } = await makeNamespace(mount, folder);
  const outside = `/proc/${holder.pid}/root${folder}`;
  const filler = join(outside, 'filler');
  const through = ['nsenter', '--target', String(holder.pid), ...enter];
  return {
    folder,
    outside,
    through,
    run: (...command: string[]) => runAndWait([...through, ...command]),
    /** Fills the disk except for this; repeated calls only make up the difference. */
    leave: (room: Room): void => {
      mkdirSync(join(filler, 'inodes'), { recursive: true });
      fitPages(join(filler, 'pages'), room.pages ?? Infinity);
      fitInodes(join(filler, 'inodes'), room.inodes ?? Infinity);
    },
    makeRoom: () => rmSync(filler, { recursive: true, force: true }),
    remove: async (): Promise<void> => {
      await endHolder(holder);
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export type SmallDisk = Awaited<ReturnType<typeof smallDisk>>;

const pagesAtOnce = 256;

const fitPages = (path: string, left: number): void => {
  const file = openSync(path, 'a');
  const { bsize, bavail } = statfsSync(path);
  if (bavail < left)
    ftruncateSync(file, Math.max(0, fstatSync(file).size - (left - bavail) * bsize));
  // Space that others have freed meanwhile is filled as well.
  for (;;) {
    const free = statfsSync(path).bavail - left;
    if (free <= 0) break;
    hasRoom(() => writeSync(file, Buffer.alloc(Math.min(free, pagesAtOnce) * bsize)));
  }
  closeSync(file);
};

const fitInodes = (folder: string, left: number): void => {
  const names = readdirSync(folder);
  const tooMany = () => statfsSync(folder).ffree - left;
  for (const name of names.slice(0, Math.max(0, -tooMany()))) rmSync(join(folder, name));
  let index = Math.max(0, ...names.map(Number)) + 1;
  // A link takes an inode and a single call.
  for (let count = tooMany(); count > 0; count = tooMany())
    for (const end = index + count; index < end; index += 1)
      if (!hasRoom(() => symlinkSync('.', join(folder, String(index))))) break;
};

/** Programs on the disk may have taken the last of it since it was asked how much is left. */
const hasRoom = (write: () => void): boolean => {
  try {
    write();
    return true;
  } catch (error) {
    if (reasonOf(error) !== 'ENOSPC') throw error;
    return false;
  }
};

const runAndWait = async ([file = '', ...args]: readonly string[]): Promise<void> => {
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${said}`);
};

const endHolder = async (holder: ChildProcess): Promise<void> => {
  const exited = once(holder, 'exit');
  holder.stdin?.end();
  await exited;
};
