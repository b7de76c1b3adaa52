import { listSessions } from '../sessions/list-sessions.ts';
import { showLogs } from '../sessions/show-logs.ts';
import { GalleyError } from '../../shared/errors.ts';
import { browserOption, command, group, type Register } from './command.ts';
import { openDocumentCommand } from './document.ts';
import { openPlanCommand } from './plan.ts';
import { openReviewCommand } from './review.ts';

const idOption = { type: 'string', demandOption: true, describe: 'Id of the review' } as const;

const listCommand = command({
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
    return listSessions(json, context);
  },
});

const showOpenCommand = command({
  usage: '$0 <id>',
  summary: 'Show a review in the browser, an ended one read-only',
  examples: [['sessions open 0123456789ab', 'show it again']],
  options: (yargs) => yargs.positional('id', idOption).option('browser', browserOption),
  run: async ({ id, browser, json }, context) => {
    const { showInBrowser } = await import('../sessions/show-in-browser.ts');
    return showInBrowser({ id, browser, isJson: json }, context);
  },
});

const openCommand: Register = (parent, context, finish) => {
  parent.command('open', 'Open a review without waiting, or show one in the browser', (yargs) => {
    const commands = [openPlanCommand, openDocumentCommand, openReviewCommand, showOpenCommand];
    for (const register of commands) register(yargs, context, finish);
  });
};

const showCommand = command({
  usage: 'show <id>',
  summary: 'Show one review, open or ended',
  examples: [
    ['sessions show 0123456789ab --json', 'its record'],
    ['sessions show 0123456789ab --findings', 'what tools have found'],
  ],
  options: (yargs) =>
    yargs.positional('id', idOption).option('findings', {
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

const waitCommand = command({
  usage: 'wait <id>',
  summary: 'Wait for the decision of a review, or print it',
  examples: [
    ['sessions wait 0123456789ab', 'exit code 0 approved, 10 feedback, 11 closed, 12 undecided'],
    ['sessions wait 0123456789ab --json', 'the whole decision'],
  ],
  options: (yargs) => yargs.positional('id', idOption),
  run: async ({ id, json }, context) => {
    const { waitForSession } = await import('../sessions/wait-for-session.ts');
    return waitForSession({ id, isJson: json }, context);
  },
});

const closeCommand = command({
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
    if (all === ids.length > 0)
      throw new GalleyError('usage', 'Give the ids of the reviews, or --all.');
    const { closeSessions } = await import('../sessions/close-sessions.ts');
    return closeSessions({ ids: all ? 'all' : ids, isJson: json }, context);
  },
});

const logsCommand = command({
  usage: 'logs <id>',
  summary: 'Show the log of a review',
  examples: [
    ['sessions logs 0123456789ab -f', 'follow it until the review ends'],
    ['sessions logs 0123456789ab --json', 'the lines as they were written'],
  ],
  options: (yargs) =>
    yargs.positional('id', idOption).option('follow', {
      alias: 'f',
      type: 'boolean',
      default: false,
      describe: 'Follow new lines',
    }),
  run: async ({ id, follow, json }, context) => {
    return showLogs({ id, isFollowing: follow, isJson: json }, context);
  },
});

/** `galley sessions …` */
export const sessionsCommand = group({
  usage: 'sessions',
  summary: 'List, open, close and follow reviews',
  examples: [
    ['sessions list', 'all open reviews'],
    ['sessions open review main...HEAD', 'open a review without waiting'],
    ['sessions wait 0123456789ab', 'wait for its decision'],
  ],
  commands: [listCommand, openCommand, showCommand, waitCommand, closeCommand, logsCommand],
});
