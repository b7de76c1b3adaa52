import type { Argv } from 'yargs';
import { namedScopes, type NamedScope } from '../../shared/session/scope.ts';
import { command } from './command.ts';
import { openingOptions, runDetached, runOpening, waitingOptions } from './opening-options.ts';

const withChange = <Args>(yargs: Argv<Args>) =>
  yargs
    .positional('range', {
      type: 'string',
      describe: 'A commit, a..b or a...b; by default what the branch has changed',
    })
    .option('scope', {
      choices: namedScopes,
      describe: 'What to compare where no range is given; the page can change it',
    })
    .option('vcs', {
      type: 'string',
      describe: 'git or jj, for a folder that is under both; jj by default',
    })
    .option('patch', { type: 'string', describe: 'Patch file; - for stdin' })
    .conflicts('range', ['patch', 'scope'])
    .conflicts('scope', 'patch')
    .conflicts('vcs', 'patch');

interface ChangeArgs {
  readonly range: string | undefined;
  readonly scope: NamedScope | undefined;
  readonly vcs: string | undefined;
  readonly patch: string | undefined;
}

const subjectOf = ({ range, scope, vcs, patch }: ChangeArgs) =>
  ({ mode: 'review', range, scope, vcs, patch }) as const;

/** `galley review [RANGE]` */
export const reviewCommand = command({
  usage: 'review [range]',
  summary: 'Open a code change for review and wait for the feedback',
  examples: [
    ['review', 'what the branch has changed, committed or not'],
    ['review --scope uncommitted', 'all uncommitted changes, with untracked files'],
    ['review HEAD~1', 'what one commit changed'],
    ['review main...HEAD', 'what a branch changed since it left main'],
    ['review --patch change.diff', 'a patch file'],
    ['review --patch - < change.diff', 'a patch on stdin'],
  ],
  options: (yargs) => withChange(waitingOptions(yargs)),
  run: (args, context) => runOpening(subjectOf(args), args, context),
});

/** `galley sessions open review [RANGE]` */
export const openReviewCommand = command({
  usage: 'review [range]',
  summary: 'Open a code change without waiting',
  examples: [['sessions open review main...HEAD', 'prints the id and the address']],
  options: (yargs) => withChange(openingOptions(yargs)),
  run: (args, context) => runDetached(subjectOf(args), args, context),
});
