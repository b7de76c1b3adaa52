import { fork, type ChildProcess } from 'node:child_process';
import { workerEnv } from '../../shared/node/env.ts';

const nodeMajor = Number.parseInt(process.versions.node, 10);

/**
 * Bounds a worker's young generation. From version 22 on, V8 lets it grow to several times the size it had in version 20,
 * and keeps more of it, so a quarter of that is enough there.
 */
export const workerOptions: readonly string[] = [
  `--max-semi-space-size=${nodeMajor < 22 ? 16 : 4}`,
];

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
