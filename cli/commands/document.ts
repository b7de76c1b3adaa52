import { command } from './command.ts';
import { runOpening, waitingOptions } from './opening-options.ts';

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
  options: (yargs) =>
    waitingOptions(yargs).positional('target', {
      type: 'string',
      demandOption: true,
      describe: 'File, folder or address; - for stdin',
    }),
  run: (args, context) => runOpening({ mode: 'document', target: args.target }, args, context),
});
