import { browserOption, command, remoteOption, withRemote } from './command.ts';

/** `galley share ID [FILE]` */
export const shareCommand = command({
  usage: 'share <id> [file]',
  summary: 'Write an open plan or document as one HTML file in which colleagues can comment',
  examples: [
    ['share 0123456789ab', 'a file named after the title'],
    ['share 0123456789ab plan.html', 'send it; what comes back is read with galley import'],
    ['share 0123456789ab - > plan.html', 'to stdout'],
  ],
  options: (yargs) =>
    yargs
      .positional('id', { type: 'string', demandOption: true, describe: 'Id of the review' })
      .positional('file', { type: 'string', describe: 'File to write; - for stdout' })
      .option('document', {
        type: 'string',
        describe: 'Name of the document; needed if the review is of many',
      })
      .option('force', {
        type: 'boolean',
        default: false,
        describe: 'Replace the file if there is one',
      }),
  run: async ({ id, file, document, force, json }, context) => {
    const { shareReview } = await import('../sharing/share-review.ts');
    return shareReview({ id, file, document, isForced: force, isJson: json }, context);
  },
});

/** `galley import FILE` */
export const importCommand = command({
  usage: 'import <file>',
  summary: 'Add the comments of a shared file to its review, or open it again with them',
  examples: [
    ['import plan.html', 'into the review that it was shared from, or a new one'],
    ['import plan.html --session 0123456789ab', 'into another one'],
  ],
  options: (yargs) =>
    remoteOption(yargs)
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'The HTML file that came back; - for stdin',
      })
      .option('session', { type: 'string', describe: 'Id of the open review to add them to' })
      .option('browser', browserOption),
  run: async (args, context) => {
    const { importReview } = await import('../sharing/import-review.ts');
    const { file, session, browser, json } = args;
    return importReview({ file, session, browser, isJson: json }, withRemote(context, args));
  },
});
