import { fork, type ChildProcess } from 'node:child_process';
import { workerEnv } from '../../shared/node/env.ts';

/** Options of Node: from version 22 on, V8 would let a worker's young generation grow to many times the size. */
export const workerOptions: readonly string[] = ['--max-semi-space-size=16'];

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
