import type { Env } from '../shared/node/env.ts';
import type { Paths } from '../shared/node/paths.ts';

/** What every command gets beside its arguments. */
export interface Context {
  readonly env: Env;
  readonly paths: Paths;
}
