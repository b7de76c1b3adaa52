import { readFile } from 'node:fs/promises';
import type { WorkerMemory } from '../../shared/supervisor/status.ts';
import { Turns } from '../turns.ts';

const readsAtOnce = 8;
/** Who asks again sooner gets the same: the kernel walks all pages of a process for each look. */
const freshMs = 2000;

interface Worker {
  readonly id: string;
  readonly pid: number;
}

/** What the workers take of the machine's memory, looked up when it is asked for. */
export class MemoryOfWorkers {
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
  const turns = new Turns(readsAtOnce);
  return Promise.all(
    workers.map(({ id, pid }) =>
      turns.take(async () => {
        const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => '');
        return { id, pid, ...memoryFrom(rollup) };
      }),
    ),
  );
};

/** The figures of a `smaps_rollup`; null for what does not stand there, as where there is no /proc. */
export const memoryFrom = (rollup: string): Pick<WorkerMemory, 'rssBytes' | 'pssBytes'> => {
  const bytesOf = (name: string): number | null => {
    const label = `${name}:`;
    const line = rollup.split('\n').find((text) => text.startsWith(label));
    // As `Rss:      12345 kB`.
    return line === undefined ? null : Number.parseInt(line.slice(label.length), 10) * 1024;
  };
  return { rssBytes: bytesOf('Rss'), pssBytes: bytesOf('Pss') };
};
