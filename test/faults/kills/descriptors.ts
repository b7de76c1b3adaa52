import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { taskProcessesOf } from '../../helpers/processes.ts';

/** Number of a process's file descriptors by kind: `socket`, `pipe`, `loop`, or a file path. */
export type Descriptors = ReadonlyMap<string, number>;

/**
 * The open file descriptors of a process (Linux), except for the channel to the task process, which starts on demand
 * and stays for a while.
 */
export const descriptorsOf = async (pid: number): Promise<Descriptors> => {
  const folder = `/proc/${pid}/fd`;
  const links = await Promise.all(
    // Closed in the meantime.
    (await readdir(folder)).map((name) => readlink(join(folder, name)).catch(() => '')),
  );
  const counts = new Map<string, number>();
  for (const kind of links.map(kindOf))
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const channels = taskProcessesOf(pid).length;
  if (channels > 0) counts.set('socket', (counts.get('socket') ?? 0) - channels);
  return counts;
};

const kindOf = (link: string): string | undefined => {
  if (link.startsWith('/')) return link;
  if (link === 'anon_inode:[eventpoll]') return 'loop';
  // Other kinds belong to an event loop.
  return /^(socket|pipe):/u.exec(link)?.[1];
};

/** How many more there are of each kind. */
export const moreThan = (before: Descriptors, now: Descriptors): Record<string, number> => {
  const countIn = (counts: Descriptors, kind: string) => counts.get(kind) ?? 0;
  const more = [...now].map(([kind, count]): [string, number] => [
    kind,
    count - countIn(before, kind),
  ]);
  return Object.fromEntries(more.filter(([, count]) => count > 0));
};
