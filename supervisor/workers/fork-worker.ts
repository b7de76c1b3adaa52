import { fork, type ChildProcess } from 'node:child_process';
import { workerEnv } from '../../shared/node/env.ts';

/**
 * Forks the bundled worker entry. It has a process group of its own: a terminal's Ctrl-C does not reach it, and all of
 * it can be signalled at once. `pageFolder` is the page that it rehearses with, which its session most likely serves.
 */
export const forkWorker = (file: string, pageFolder: string): ChildProcess =>
  fork(file, [pageFolder], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: workerEnv(),
  });
