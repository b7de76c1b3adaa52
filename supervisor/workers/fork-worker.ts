import { fork, type ChildProcess } from 'node:child_process';
import { workerEnv } from '../../shared/node/env.ts';

/** Options of Node: from version 22 on, V8 would let a worker's young generation grow to many times the size. */
export const workerOptions: readonly string[] = ['--max-semi-space-size=16'];

/**
 * Forks the bundled worker entry. It has a process group of its own: a terminal's Ctrl-C does not reach it, and all of
 * it can be signalled at once. `pageFolder` is the page that it rehearses with, which its session most likely serves.
 */
export const forkWorker = (file: string, pageFolder: string): ChildProcess =>
  fork(file, [pageFolder], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [...workerOptions],
    env: workerEnv(),
  });
