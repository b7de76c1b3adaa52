/** Stands for stdin internally: yargs takes a lone `-` for an option without a name. */
export const stdinName = '/dev/stdin';

/** Replaces `-` in a command line. */
export const nameStdin = (argv: readonly string[]): string[] =>
  argv.map((word) => (word === '-' ? stdinName : word));
