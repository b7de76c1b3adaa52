import { UsageError } from '../usage-error.ts';
import { command } from './command.ts';

/** `galley sessions close ID…|--all` */
export const sessionsCloseCommand = command({
  usage: 'close [ids..]',
  summary: 'Close reviews without a decision',
  examples: [
    ['sessions close 0123456789ab', 'one'],
    ['sessions close --all', 'all of them'],
  ],
  options: (yargs) =>
    yargs
      .positional('ids', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe: 'Ids of the reviews',
      })
      .option('all', { type: 'boolean', default: false, describe: 'Close all' }),
  run: async ({ ids, all, json }, context) => {
    if (all === ids.length > 0) throw new UsageError('Give the ids of the reviews, or --all.');
    const { closeSessions } = await import('../sessions/close-sessions.ts');
    return closeSessions({ ids: all ? 'all' : ids, isJson: json }, context);
  },
});
