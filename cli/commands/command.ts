import type { ArgumentsCamelCase, Argv } from 'yargs';
import type { Context } from '../context.ts';

/** Adds a command to its parent; `finish` receives the exit code. */
export type Register = (parent: Argv, context: Context, finish: (exitCode: number) => void) => void;

type Examples = readonly (readonly [command: string, what: string])[];

interface Description {
  /** In yargs' notation: `plan <file>`; `$0` for the default command. */
  readonly usage: string | readonly string[];
  readonly summary: string;
  readonly examples: Examples;
}

interface Definition<Options> extends Description {
  readonly options: (parent: Argv<{ json: boolean }>) => Argv<Options>;
  /** @returns the exit code */
  readonly run: (args: ArgumentsCamelCase<Options>, context: Context) => Promise<number>;
}

interface GroupDefinition extends Description {
  readonly commands: readonly Register[];
}

const addExamples = <Options>(parent: Argv<Options>, examples: Examples): Argv<Options> =>
  parent.example(examples.map(([command, what]) => [`galley ${command}`, what]));

/** Defines a command. Every start loads all command files, so they stay light: `run` imports what it needs. */
export const command =
  <Options>({ usage, summary, examples, options, run }: Definition<Options>): Register =>
  (parent, context, finish) => {
    parent.command(
      usage,
      summary,
      (yargs) => addExamples(options(withJson(yargs)), examples),
      async (args) => finish(await run(args, context)),
    );
  };

const withJson = (yargs: Argv): Argv<{ json: boolean }> =>
  yargs.option('json', {
    type: 'boolean',
    default: false,
    describe: 'Print one JSON document on stdout',
  });

/** A command that only groups subcommands. */
export const group =
  ({ usage, summary, examples, commands }: GroupDefinition): Register =>
  (parent, context, finish) => {
    parent.command(usage, summary, (yargs) => {
      for (const register of commands) register(yargs, context, finish);
      return addExamples(yargs, examples).demandCommand(1, 'Name one of the commands.');
    });
  };

/** The option of every command that shows something in the browser. */
export const browserOption = {
  type: 'string',
  describe: 'Command to open the browser with; --no-browser to open none',
} as const;

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
