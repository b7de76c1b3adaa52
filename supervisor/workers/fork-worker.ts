import { fork, type ChildProcess } from 'node:child_process';
import { workerEnv } from '../../shared/node/env.ts';

const nodeMajor = Number.parseInt(process.versions.node, 10);

/**
 * Bounds a worker's young generation: from version 22 on, V8 lets it grow to several times the 16 MiB of version 20, and
 * keeps more of it. Version 20 gets no V8 option at all: with any, it compiles Node's own modules again in each worker,
 * which is a quarter of the CPU time of its start.
 */
export const workerOptions: readonly string[] = nodeMajor < 22 ? [] : ['--max-semi-space-size=4'];

/**
 * Forks the bundled worker. It leads a process group of its own, so Ctrl-C in a terminal does not reach it and one
 * signal reaches all of it. `pageFolder` is the page that it warms up with, most likely the one its session will serve.
 */
export const forkWorker = (file: string, pageFolder: string): ChildProcess =>
  fork(file, [pageFolder], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [...workerOptions],
    env: workerEnv(),
  });
