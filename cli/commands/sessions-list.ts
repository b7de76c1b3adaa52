import { command } from './command.ts';

/** `galley sessions list` */
export const sessionsListCommand = command({
  usage: ['list', 'ls'],
  summary: 'Show the open reviews',
  examples: [
    ['sessions list', 'a table'],
    ['sessions list --json', 'for programs'],
  ],
  options: (yargs) => yargs,
  run: async ({ json }, context) => {
    const { listSessions } = await import('../sessions/list-sessions.ts');
    return listSessions(json, context);
  },
});
