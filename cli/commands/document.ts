import type { Argv } from 'yargs';
import { command } from './command.ts';
import {
  openingOptions,
  runDetached,
  runOpening,
  waitingOptions,
  withReplies,
} from './opening-options.ts';

const withTarget = <Args>(yargs: Argv<Args>) =>
  yargs.positional('target', {
    type: 'string',
    demandOption: true,
    describe: 'File, folder or address; - for stdin',
  });

/** `galley document FILE|URL|FOLDER` */
export const documentCommand = command({
  usage: 'document <target>',
  summary: 'Open a document for review and wait for the feedback',
  examples: [
    ['document README.md', 'comment on a file'],
    ['document docs/', 'comment on all markdown files of a folder'],
    ['document https://example.org/page', 'comment on a web page'],
    ['document - < notes.md', 'comment on what comes on stdin'],
  ],
  options: (yargs) => withTarget(withReplies(waitingOptions(yargs))),
  run: (args, context) => runOpening({ mode: 'document', target: args.target }, args, context),
});

/** `galley sessions open document FILE|URL|FOLDER` */
export const openDocumentCommand = command({
  usage: 'document <target>',
  summary: 'Open a document without waiting',
  examples: [['sessions open document README.md', 'prints the id and the address']],
  options: (yargs) => withTarget(withReplies(openingOptions(yargs))),
  run: (args, context) => runDetached({ mode: 'document', target: args.target }, args, context),
});
