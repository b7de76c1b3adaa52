import { spawn, type ChildProcess } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { supervisorEnv, type Env } from '../../shared/node/env.ts';

/** A starting supervisor, and its first message or its failure. */
export interface SpawnedSupervisor {
  readonly child: ChildProcess;
  readonly first: Promise<FirstMessage>;
}

export type FirstMessage =
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'failed'; readonly reason: string };

const supervisorFile = join(dirname(fileURLToPath(import.meta.url)), 'supervisor.cjs');

/**
 * Spawns a supervisor that outlives this process. Has few dependencies, so that the supervisor starts while this
 * process is still loading its client.
 */
export const spawnSupervisor = (env: Env, args: readonly string[] = []): SpawnedSupervisor => {
  const child = spawn(process.execPath, [supervisorFile, ...args], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Resolved here: the child runs in `/`.
    env: {
      ...supervisorEnv(),
      ...(env.galleyHome === undefined ? {} : { GALLEY_HOME: env.galleyHome }),
      ...(env.remote === undefined ? {} : { GALLEY_REMOTE: env.remote ? '1' : '0' }),
    },
  });
  return { child, first: firstNews(child) };
};

const firstNews = (child: ChildProcess): Promise<FirstMessage> =>
  new Promise((resolve) => {
    child.once('message', (message) => resolve({ kind: 'message', message }));
    child.once('error', (error) => resolve({ kind: 'failed', reason: error.message }));
    child.once('exit', (code, signal) => {
      const reason = `it ended at once (${signal ?? `exit code ${code}`})`;
      const ended = () => resolve({ kind: 'failed', reason });
      // Its last message may still be in the channel.
      if (child.connected) child.once('disconnect', ended);
      else ended();
    });
  });
