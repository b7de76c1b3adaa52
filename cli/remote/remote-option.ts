import type { Argv } from 'yargs';
import type { Context } from '../context.ts';

export interface RemoteArgs {
  readonly remote: boolean | undefined;
}

/** The option of every command that may start the supervisor for a review. */
export const remoteOption = <Args>(yargs: Argv<Args>): Argv<Args & RemoteArgs> =>
  yargs.option('remote', {
    type: 'boolean',
    describe: 'Make reviews reachable from other machines; --no-remote for this one only',
  });

/** The context with the flag, which overrides the environment. */
export const withRemote = (context: Context, { remote }: RemoteArgs): Context =>
  remote === undefined
    ? context
    : { ...context, env: { ...context.env, remote }, isRemoteFlagSet: true };
