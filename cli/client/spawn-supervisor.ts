import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { supervisorEnv, type Env } from '../../shared/node/env.ts';
import type { Paths } from '../../shared/node/paths.ts';

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

/** A supervisor spawned speculatively, before it is certain that one is needed. */
export interface EarlySupervisor {
  /** Hands over the process, once; undefined afterwards. */
  readonly take: () => SpawnedSupervisor | undefined;
  /** Ends the process, unless it was taken. */
  readonly drop: () => void;
}

/**
 * Spawns a supervisor at once if there is no registry and the command line looks like one that opens a review, so that
 * it starts while this process loads the rest of its code.
 */
export const spawnEarly = (
  argv: readonly string[],
  { env, paths }: { readonly env: Env; readonly paths: Paths },
): EarlySupervisor | undefined => {
  if (!looksLikeOpening(argv) || existsSync(paths.registry)) return undefined;
  let spawned: SpawnedSupervisor | undefined = spawnSupervisor(env);
  const take = () => {
    const taken = spawned;
    spawned = undefined;
    return taken;
  };
  return { take, drop: () => end(take()) };
};

const modes = new Set(['plan', 'document', 'review']);
/** With these, a command opens no review, or only depending on the hook's event, or in a mode not known yet. */
const others = /^(?:-h|--help|--version|--format(?:=.*)?|--(?:no-)?remote(?:=.*)?)$/u;

const looksLikeOpening = (argv: readonly string[]): boolean => {
  const [first = '', second, third = ''] = argv;
  const mode = first === 'sessions' && second === 'open' ? third : first;
  return modes.has(mode) && !argv.some((word) => others.test(word));
};

const end = (spawned: SpawnedSupervisor | undefined): void => {
  if (spawned === undefined) return;
  const { child } = spawned;
  child.kill();
  if (child.connected) child.disconnect();
  child.unref();
};
