import type { Env } from '../shared/node/env.ts';
import type { Paths } from '../shared/node/paths.ts';
import type { EarlySupervisor } from './client/spawn-supervisor.ts';

/** What every command gets besides its arguments. */
export interface Context {
  readonly env: Env;
  readonly paths: Paths;
  /** A supervisor started early because the command line is likely to need one. */
  readonly early?: EarlySupervisor | undefined;
  /** Whether `env.remote` was set by a flag, and is therefore binding. */
  readonly isRemoteFlagSet?: boolean;
}
