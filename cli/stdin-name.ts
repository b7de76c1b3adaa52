/** What stands for stdin inside: yargs takes a lone `-` for an option without a name. */
export const stdinName = '/dev/stdin';

/** The words of a command line with `-` replaced by that name. */
export const nameStdin = (argv: readonly string[]): string[] =>
  argv.map((word) => (word === '-' ? stdinName : word));
