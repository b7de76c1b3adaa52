import { existsSync } from 'node:fs';
import type { Env } from '../../shared/node/env.ts';
import type { Paths } from '../../shared/node/paths.ts';
import { spawnSupervisor, type SpawnedSupervisor } from './spawn-supervisor.ts';

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
