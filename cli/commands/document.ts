import type { Argv } from 'yargs';
import { command } from './command.ts';
import {
  openingOptions,
  runDetached,
  runOpening,
  waitingOptions,
  withReplies,
} from './opening-options.ts';

const withTargets = <Args>(yargs: Argv<Args>) =>
  yargs.positional('targets', {
    type: 'string',
    array: true,
    demandOption: true,
    describe: 'Files, a folder or an address; - for stdin',
  });

const withAllowPrivate = <Args>(yargs: Argv<Args>) =>
  yargs.option('allow-private', {
    type: 'boolean',
    describe: 'Let the address lead to this machine or a private network',
  });

const subjectOf = ({
  targets,
  allowPrivate,
}: {
  readonly targets: readonly string[];
  readonly allowPrivate: boolean | undefined;
}) => ({ mode: 'document', targets, allowPrivate }) as const;

/** `galley document FILE…|URL|FOLDER` */
export const documentCommand = command({
  usage: 'document <targets..>',
  summary: 'Open a document for review and wait for the feedback',
  examples: [
    ['document README.md', 'comment on a file'],
    ['document guide.md config.yaml', 'comment on several files, with one decision'],
    ['document docs/', 'comment on the documents of a folder'],
    ['document https://example.org/page', 'comment on a web page'],
    ['document http://localhost:8080 --allow-private', 'comment on a page of this machine'],
    ['document - < notes.md', 'comment on what comes on stdin'],
  ],
  options: (yargs) => withTargets(withAllowPrivate(withReplies(waitingOptions(yargs)))),
  run: (args, context) => runOpening(subjectOf(args), args, context),
});

/** `galley sessions open document FILE…|URL|FOLDER` */
export const openDocumentCommand = command({
  usage: 'document <targets..>',
  summary: 'Open a document without waiting',
  examples: [['sessions open document README.md', 'prints the id and the address']],
  options: (yargs) => withTargets(withAllowPrivate(withReplies(openingOptions(yargs)))),
  run: (args, context) => runDetached(subjectOf(args), args, context),
});
