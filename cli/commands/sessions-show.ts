import { command } from './command.ts';

/** `galley sessions show ID` */
export const sessionsShowCommand = command({
  usage: 'show <id>',
  summary: 'Show one review, open or ended',
  examples: [
    ['sessions show 0123456789ab --json', 'its record'],
    ['sessions show 0123456789ab --findings', 'what tools have found'],
  ],
  options: (yargs) =>
    yargs
      .positional('id', { type: 'string', demandOption: true, describe: 'Id of the review' })
      .option('findings', {
        type: 'boolean',
        default: false,
        describe: 'Print all of its findings',
      }),
  run: async ({ id, json, findings }, context) => {
    if (findings) {
      const { showFindings } = await import('../sessions/show-findings.ts');
      return showFindings({ id, isJson: json }, context);
    }
    const { showSession } = await import('../sessions/show-session.ts');
    return showSession({ id, isJson: json }, context);
  },
});
