import { command } from './command.ts';

/** `galley sessions wait ID` */
export const sessionsWaitCommand = command({
  usage: 'wait <id>',
  summary: 'Wait for the decision of a review, or print it',
  examples: [
    ['sessions wait 0123456789ab', 'exit code 0 approved, 10 feedback, 11 closed, 12 undecided'],
    ['sessions wait 0123456789ab --json', 'the whole decision'],
  ],
  options: (yargs) =>
    yargs.positional('id', { type: 'string', demandOption: true, describe: 'Id of the review' }),
  run: async ({ id, json }, context) => {
    const { waitForSession } = await import('../sessions/wait-for-session.ts');
    return waitForSession({ id, isJson: json }, context);
  },
});
