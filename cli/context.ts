import type { Env } from '../shared/node/env.ts';
import type { Paths } from '../shared/node/paths.ts';
import type { EarlySupervisor } from './client/early-supervisor.ts';

/** What every command gets beside its arguments. */
export interface Context {
  readonly env: Env;
  readonly paths: Paths;
  /** A supervisor that begins already, where the command line looks as if it needed one. */
  readonly early?: EarlySupervisor | undefined;
  /** Whether `env.remote` is the command line's word, which has to be met. */
  readonly isNetworkAsked?: boolean;
}
