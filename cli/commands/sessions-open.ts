import { command, type Register } from './command.ts';
import { openingOptions, runDetached } from './opening-options.ts';

const openPlanCommand = command({
  usage: 'plan <file>',
  summary: 'Open a plan and do not wait',
  examples: [['sessions open plan plan.md', 'prints the id and the address']],
  options: (yargs) =>
    openingOptions(yargs).positional('file', {
      type: 'string',
      demandOption: true,
      describe: 'Markdown file; - for stdin',
    }),
  run: (args, context) => runDetached({ mode: 'plan', file: args.file }, args, context),
});

const openDocumentCommand = command({
  usage: 'document <target>',
  summary: 'Open a document and do not wait',
  examples: [['sessions open document README.md', 'prints the id and the address']],
  options: (yargs) =>
    openingOptions(yargs).positional('target', {
      type: 'string',
      demandOption: true,
      describe: 'File, folder or address; - for stdin',
    }),
  run: (args, context) => runDetached({ mode: 'document', target: args.target }, args, context),
});

const openReviewCommand = command({
  usage: 'review [range]',
  summary: 'Open a code change and do not wait',
  examples: [['sessions open review main...HEAD', 'prints the id and the address']],
  options: (yargs) =>
    openingOptions(yargs)
      .positional('range', {
        type: 'string',
        describe: 'A commit, a..b or a...b; all uncommitted changes where there is none',
      })
      .option('patch', { type: 'string', describe: 'Patch file; - for stdin' })
      .conflicts('range', 'patch'),
  run: (args, context) =>
    runDetached({ mode: 'review', range: args.range, patch: args.patch }, args, context),
});

const showOpenCommand = command({
  usage: '$0 <id>',
  summary: 'Show a review in the browser; one that has ended, read-only',
  examples: [['sessions open 0123456789ab', 'shows it once more']],
  options: (yargs) =>
    yargs
      .positional('id', { type: 'string', demandOption: true, describe: 'Id of the review' })
      .option('browser', {
        type: 'string',
        describe: 'Command that opens a browser; --no-browser for none',
      }),
  run: async ({ id, browser, json }, context) => {
    const { showInBrowser } = await import('../sessions/show-in-browser.ts');
    return showInBrowser({ id, browser, isJson: json }, context);
  },
});

/** `galley sessions open plan|document|review …`, `galley sessions open ID` */
export const sessionsOpenCommand: Register = (parent, context, finish) => {
  parent.command('open', 'Open a review and do not wait, or show one in the browser', (yargs) => {
    for (const register of [
      openPlanCommand,
      openDocumentCommand,
      openReviewCommand,
      showOpenCommand,
    ])
      register(yargs, context, finish);
  });
};
