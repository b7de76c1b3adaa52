import { group } from './command.ts';
import { sessionsCloseCommand } from './sessions-close.ts';
import { sessionsListCommand } from './sessions-list.ts';
import { sessionsLogsCommand } from './sessions-logs.ts';
import { sessionsOpenCommand } from './sessions-open.ts';
import { sessionsShowCommand } from './sessions-show.ts';
import { sessionsWaitCommand } from './sessions-wait.ts';

/** `galley sessions …` */
export const sessionsCommand = group({
  usage: 'sessions',
  summary: 'List, open, close and follow reviews',
  examples: [
    ['sessions list', 'all open reviews'],
    ['sessions open review main...HEAD', 'open a review without waiting'],
    ['sessions wait 0123456789ab', 'wait for its decision'],
  ],
  commands: [
    sessionsListCommand,
    sessionsOpenCommand,
    sessionsShowCommand,
    sessionsWaitCommand,
    sessionsCloseCommand,
    sessionsLogsCommand,
  ],
});
