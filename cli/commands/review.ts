import type { Argv } from 'yargs';
import { command } from './command.ts';
import { openingOptions, runDetached, runOpening, waitingOptions } from './opening-options.ts';

const withChange = <Args>(yargs: Argv<Args>) =>
  yargs
    .positional('range', {
      type: 'string',
      describe: 'A commit, a..b or a...b; all uncommitted changes by default',
    })
    .option('patch', { type: 'string', describe: 'Patch file; - for stdin' })
    .conflicts('range', 'patch');

/** `galley review [RANGE]` */
export const reviewCommand = command({
  usage: 'review [range]',
  summary: 'Open a code change for review and wait for the feedback',
  examples: [
    ['review', 'all uncommitted changes, including untracked files'],
    ['review HEAD~1', 'what one commit changed'],
    ['review main...HEAD', 'what a branch changed since it left main'],
    ['review --patch change.diff', 'a patch file'],
    ['review --patch - < change.diff', 'a patch on stdin'],
  ],
  options: (yargs) => withChange(waitingOptions(yargs)),
  run: (args, context) =>
    runOpening({ mode: 'review', range: args.range, patch: args.patch }, args, context),
});

/** `galley sessions open review [RANGE]` */
export const openReviewCommand = command({
  usage: 'review [range]',
  summary: 'Open a code change without waiting',
  examples: [['sessions open review main...HEAD', 'prints the id and the address']],
  options: (yargs) => withChange(openingOptions(yargs)),
  run: (args, context) =>
    runDetached({ mode: 'review', range: args.range, patch: args.patch }, args, context),
});
