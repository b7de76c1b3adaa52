import { Piscina } from 'piscina';
import type { FromTaskProcess, TaskEnd, ThreadOptions, ToTaskProcess } from './task-messages.ts';
import { ThreadCall } from './thread-call.ts';

const idleTimeoutMs = 30_000;

interface Pool {
  readonly piscina: Piscina;
  readonly calls: Set<ThreadCall>;
}

const pools = new Map<string, Pool>();
const calls = new Map<number, ThreadCall>();

const tell = (message: FromTaskProcess): void => {
  // A failed send is followed by `disconnect`.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

const openPool = (threads: ThreadOptions): Pool => {
  const { file, tasksPerThread = 1, keptThreads = 0, memoryMiB } = threads;
  const piscina = new Piscina({
    filename: file,
    name: 'runTask',
    minThreads: keptThreads,
    maxThreads: threads.threads,
    concurrentTasksPerWorker: tasksPerThread,
    idleTimeout: idleTimeoutMs,
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: memoryMiB },
  });
  const waiting = new Set<ThreadCall>();
  // A thread could not load, or died while idle. Without this, its tasks would wait for ever, and the unhandled error
  // event would end the process.
  piscina.on('error', (error) => {
    for (const call of waiting) call.giveUpWaiting(error);
  });
  return { piscina, calls: waiting };
};

const run = async ({ call, pool, request }: Extract<ToTaskProcess, { type: 'run' }>) => {
  const opened = pools.get(pool);
  if (opened === undefined) throw new Error(`the pool ${pool} is not open`);
  const threadCall = new ThreadCall(() => tell({ type: 'started', call }));
  calls.set(call, threadCall);
  opened.calls.add(threadCall);
  const end: TaskEnd = await threadCall.run(opened.piscina, request);
  calls.delete(call);
  opened.calls.delete(threadCall);
  tell({ type: 'ended', call, end });
};

/** Kills this process and everything its tasks started: it leads their process group. */
const endGroup = (): void => {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit(1);
  }
};

process.on('message', (message: ToTaskProcess) => {
  switch (message.type) {
    case 'open':
      pools.set(message.pool, openPool(message.threads));
      break;
    case 'run':
      void run(message);
      break;
    case 'abort':
      calls.get(message.call)?.abort();
      break;
    case 'end':
      calls.get(message.call)?.end();
      break;
  }
});
// The supervisor is gone; the next one starts its own.
process.on('disconnect', endGroup);
process.on('uncaughtException', (error) => {
  const message: FromTaskProcess = { type: 'crashed', error };
  process.send?.(message, undefined, undefined, () => process.exit(1));
});
tell({ type: 'ready' });
