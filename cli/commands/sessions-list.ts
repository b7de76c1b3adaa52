import { command } from './command.ts';

/** `galley sessions list` */
export const sessionsListCommand = command({
  usage: ['list', 'ls'],
  summary: 'Show the open reviews, or those that have ended',
  examples: [
    ['sessions list', 'a table'],
    ['sessions list --ended', 'ended reviews that can still be looked at'],
    ['sessions list --json', 'for programs'],
  ],
  options: (yargs) =>
    yargs.option('ended', {
      type: 'boolean',
      default: false,
      describe: 'Ended reviews that are kept, the newest first',
    }),
  run: async ({ json, ended }, context) => {
    if (ended) {
      const { listEndedSessions } = await import('../sessions/list-ended.ts');
      return listEndedSessions(json, context);
    }
    const { listSessions } = await import('../sessions/list-sessions.ts');
    return listSessions(json, context);
  },
});
