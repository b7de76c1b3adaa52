import yargs from 'yargs';
import { printResult } from '../output/print.ts';
import { command } from './command.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** `galley completion` */
export const completionCommand = command({
  usage: 'completion [shell]',
  summary: 'Print a script that completes the commands in bash, zsh or fish',
  examples: [
    ['completion >> ~/.bashrc', 'for the shell that $SHELL names'],
    ['completion zsh >> ~/.zshrc', 'for zsh'],
  ],
  options: (parent) =>
    parent
      .positional('shell', { choices: shells, describe: 'The shell; default: that of $SHELL' })
      .hide('json'),
  run: async ({ shell }) => {
    await printResult(await scriptFor(shell));
    return 0;
  },
});

const scriptFor = (shell: (typeof shells)[number] | undefined): Promise<string> => {
  // yargs has no other way to be told.
  if (shell !== undefined) process.env['SHELL'] = shell;
  return new Promise((resolve) => {
    void yargs()
      .scriptName('galley')
      .completion('completion')
      .exitProcess(false)
      .parse('completion', {}, (_error, _args, script) => resolve(script));
  });
};
