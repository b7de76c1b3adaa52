import { command } from './command.ts';

/** `galley sessions show ID` */
export const sessionsShowCommand = command({
  usage: 'show <id>',
  summary: 'Show what is known of one review, open or ended',
  examples: [['sessions show 0123456789ab --json', 'its record']],
  options: (yargs) =>
    yargs.positional('id', { type: 'string', demandOption: true, describe: 'Id of the review' }),
  run: async ({ id, json }, context) => {
    const { showSession } = await import('../sessions/show-session.ts');
    return showSession({ id, isJson: json }, context);
  },
});
