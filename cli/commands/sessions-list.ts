import { command } from './command.ts';

/** `galley sessions list` */
export const sessionsListCommand = command({
  usage: ['list', 'ls'],
  summary: 'List the open reviews, or the ended ones',
  examples: [
    ['sessions list', 'a table'],
    ['sessions list --ended', 'ended reviews that can still be opened'],
    ['sessions list --json', 'for programs'],
  ],
  options: (yargs) =>
    yargs.option('ended', {
      type: 'boolean',
      default: false,
      describe: 'List ended reviews, newest first',
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
