import { existsSync } from 'node:fs';
import type { Env } from '../../shared/node/env.ts';
import type { Paths } from '../../shared/node/paths.ts';
import { spawnSupervisor, type SpawnedSupervisor } from './spawn-supervisor.ts';

/** A supervisor that was spawned before it was known for sure that one is needed. */
export interface EarlySupervisor {
  /** Hands it over, once; undefined afterwards. */
  readonly take: () => SpawnedSupervisor | undefined;
  /** Ends it, unless it was taken. */
  readonly drop: () => void;
}

/**
 * Spawns a supervisor at once where none has left a registry and the command line begins like one that opens a review:
 * it starts while this process loads what it needs to understand the rest.
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
/** With these a command opens nothing, only what a hook's event may hold, or in a mode that is not yet known. */
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
