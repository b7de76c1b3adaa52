import { command, type Register } from './command.ts';
import { openingOptions, runDetached } from './opening-options.ts';

const openPlanCommand = command({
  usage: 'plan <file>',
  summary: 'Open a plan without waiting',
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
  summary: 'Open a document without waiting',
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
  summary: 'Open a code change without waiting',
  examples: [['sessions open review main...HEAD', 'prints the id and the address']],
  options: (yargs) =>
    openingOptions(yargs)
      .positional('range', {
        type: 'string',
        describe: 'A commit, a..b or a...b; all uncommitted changes by default',
      })
      .option('patch', { type: 'string', describe: 'Patch file; - for stdin' })
      .conflicts('range', 'patch'),
  run: (args, context) =>
    runDetached({ mode: 'review', range: args.range, patch: args.patch }, args, context),
});

const showOpenCommand = command({
  usage: '$0 <id>',
  summary: 'Show a review in the browser, an ended one read-only',
  examples: [['sessions open 0123456789ab', 'show it again']],
  options: (yargs) =>
    yargs
      .positional('id', { type: 'string', demandOption: true, describe: 'Id of the review' })
      .option('browser', {
        type: 'string',
        describe: 'Command to open the browser with; --no-browser to open none',
      }),
  run: async ({ id, browser, json }, context) => {
    const { showInBrowser } = await import('../sessions/show-in-browser.ts');
    return showInBrowser({ id, browser, isJson: json }, context);
  },
});

/** `galley sessions open plan|document|review …`, `galley sessions open ID` */
export const sessionsOpenCommand: Register = (parent, context, finish) => {
  parent.command('open', 'Open a review without waiting, or show one in the browser', (yargs) => {
    for (const register of [
      openPlanCommand,
      openDocumentCommand,
      openReviewCommand,
      showOpenCommand,
    ])
      register(yargs, context, finish);
  });
};
