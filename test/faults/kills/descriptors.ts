import { readdir, readlink } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** How many descriptors of a process lead to each kind of thing: `socket`, `pipe`, `loop`, or a file by its path. */
export type Descriptors = ReadonlyMap<string, number>;

/** What a process has open at the moment (Linux). */
export const descriptorsOf = async (pid: number): Promise<Descriptors> => {
  const folder = `/proc/${pid}/fd`;
  const links = await Promise.all(
    // One that is closed meanwhile leads nowhere.
    (await readdir(folder)).map((name) => readlink(join(folder, name)).catch(() => '')),
  );
  const counts = new Map<string, number>();
  for (const kind of links.map(kindOf))
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
};

const kindOf = (link: string): string | undefined => {
  if (link.startsWith('/')) return link;
  if (link === 'anon_inode:[eventpoll]') return 'loop';
  // Those of other kinds that there are belong to a loop.
  return /^(socket|pipe):/u.exec(link)?.[1];
};

/** A loop is woken through a pipe of its own. */
const pipeEnds = 2;

/**
 * How many there are of each kind that there were not before. The threads of the pool, of which each has a loop, stay
 * for a while when they have nothing to do, and one stays for good: as many as there are cores, and that one, are no
 * more than before, with their pipes.
 */
export const moreThan = (before: Descriptors, now: Descriptors): Record<string, number> => {
  const countIn = (counts: Descriptors, kind: string) => counts.get(kind) ?? 0;
  const threads = countIn(now, 'loop') - countIn(before, 'loop');
  const ofThreads = new Map([
    ['loop', Math.min(threads, availableParallelism() + 1)],
    ['pipe', pipeEnds * threads],
  ]);
  const more = [...now].map(([kind, count]): [string, number] => [
    kind,
    count - countIn(before, kind) - countIn(ofThreads, kind),
  ]);
  return Object.fromEntries(more.filter(([, count]) => count > 0));
};
