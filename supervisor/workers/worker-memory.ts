import { readFile } from 'node:fs/promises';
import type { WorkerMemory } from '../../shared/supervisor/status.ts';
import { Semaphore } from '../semaphore.ts';

const readsAtOnce = 8;
/** Cached for this long: reading smaps_rollup makes the kernel walk all pages of the process. */
const freshMs = 2000;

interface Worker {
  readonly id: string;
  readonly pid: number;
}

/** Memory use of the workers, read on demand. */
export class WorkerMemoryReader {
  readonly #workers: () => readonly Worker[];
  #last: { readonly atMs: number; readonly answer: Promise<WorkerMemory[]> } | undefined;

  constructor(workers: () => readonly Worker[]) {
    this.#workers = workers;
  }

  read(): Promise<WorkerMemory[]> {
    const nowMs = performance.now();
    if (this.#last === undefined || nowMs - this.#last.atMs > freshMs)
      this.#last = { atMs: nowMs, answer: readAll(this.#workers()) };
    return this.#last.answer;
  }
}

const readAll = (workers: readonly Worker[]): Promise<WorkerMemory[]> => {
  const semaphore = new Semaphore(readsAtOnce);
  return Promise.all(
    workers.map(({ id, pid }) =>
      semaphore.run(async () => {
        const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => '');
        return { id, pid, ...memoryFrom(rollup) };
      }),
    ),
  );
};

/** Parses `smaps_rollup`; null for values that are missing, as on systems without /proc. */
export const memoryFrom = (rollup: string): Pick<WorkerMemory, 'rssBytes' | 'pssBytes'> => {
  const bytesOf = (name: string): number | null => {
    const label = `${name}:`;
    const line = rollup.split('\n').find((text) => text.startsWith(label));
    // For example `Rss:      12345 kB`.
    return line === undefined ? null : Number.parseInt(line.slice(label.length), 10) * 1024;
  };
  return { rssBytes: bytesOf('Rss'), pssBytes: bytesOf('Pss') };
};
