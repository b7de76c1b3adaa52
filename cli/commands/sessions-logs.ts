import { command } from './command.ts';

/** `galley sessions logs ID` */
export const sessionsLogsCommand = command({
  usage: 'logs <id>',
  summary: 'Show the log of a review',
  examples: [
    ['sessions logs 0123456789ab -f', 'follow it until the review ends'],
    ['sessions logs 0123456789ab --json', 'the lines as they were written'],
  ],
  options: (yargs) =>
    yargs
      .positional('id', { type: 'string', demandOption: true, describe: 'Id of the review' })
      .option('follow', {
        alias: 'f',
        type: 'boolean',
        default: false,
        describe: 'Follow new lines',
      }),
  run: async ({ id, follow, json }, context) => {
    const { showLogs } = await import('../sessions/show-logs.ts');
    return showLogs({ id, isFollowing: follow, isJson: json }, context);
  },
});
