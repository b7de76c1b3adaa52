import { command } from './command.ts';
import { runOpening, waitingOptions } from './opening-options.ts';

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
  options: (yargs) =>
    waitingOptions(yargs)
      .positional('range', {
        type: 'string',
        describe: 'A commit, a..b or a...b; all uncommitted changes by default',
      })
      .option('patch', { type: 'string', describe: 'Patch file; - for stdin' })
      .conflicts('range', 'patch'),
  run: (args, context) =>
    runOpening({ mode: 'review', range: args.range, patch: args.patch }, args, context),
});
